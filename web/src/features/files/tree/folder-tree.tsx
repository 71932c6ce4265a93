// The folders of a game server as a tree; what is not opened is not read.

import type { FileEntry } from '@rookery/contracts/http/files.ts'
import { IconChevronRight, IconFolder, IconFolderOpen, IconHome } from '@tabler/icons-react'
import { useTexts } from '../../../texts/texts.ts'
import { DisplayedName } from '../displayed-name.tsx'
import { nameInText } from '../logic/displayed-name.ts'
import styles from './tree.module.css'

export interface TreeFolder {
  children: readonly FileEntry[]
  isRead: boolean
  hasMore: boolean
}

export interface FolderTreeProps {
  /** The present folder. */
  folder: string
  folders: ReadonlyMap<string, TreeFolder>
  opened: ReadonlySet<string>
  onToggle: (path: string) => void
  onOpen: (path: string) => void
}

export function FolderTree(props: FolderTreeProps) {
  const t = useTexts()
  return (
    <nav className={styles.tree} aria-label={t('files.tree')}>
      <button
        type="button"
        className={styles.folder}
        aria-current={props.folder === '' ? 'location' : undefined}
        onClick={() => props.onOpen('')}
      >
        <IconHome size={16} stroke={1.7} aria-hidden />
        <span>{t('files.root')}</span>
      </button>
      <Children {...props} path="" />
    </nav>
  )
}

function Children({ path, ...props }: FolderTreeProps & { path: string }) {
  const t = useTexts()
  const found = props.folders.get(path)
  if (!found?.isRead) return <p className={`text-caption ${styles.note}`}>{t('files.loadingFolder')}</p>
  return (
    <ul className={styles.children}>
      {found.children.map(child => (
        <li key={child.path}>
          <Branch {...props} entry={child} />
        </li>
      ))}
      {found.hasMore && <li className={`text-caption ${styles.note}`}>{t('files.moreIn')}</li>}
    </ul>
  )
}

function Branch({ entry, ...props }: FolderTreeProps & { entry: FileEntry }) {
  const t = useTexts()
  const isOpen = props.opened.has(entry.path)
  const isHere = props.folder === entry.path
  const Icon = isHere ? IconFolderOpen : IconFolder
  const isLeaf = isOpen && props.folders.get(entry.path)?.children.length === 0
  return (
    <>
      <div className={styles.branch}>
        <button
          type="button"
          className={styles.fold}
          aria-label={`${t('files.more')}: ${nameInText(entry.name)}`}
          aria-expanded={isOpen}
          data-leaf={isLeaf || undefined}
          onClick={() => props.onToggle(entry.path)}
        >
          <IconChevronRight size={14} aria-hidden />
        </button>
        <button
          type="button"
          className={styles.folder}
          title={nameInText(entry.name)}
          aria-current={isHere ? 'location' : undefined}
          onClick={() => props.onOpen(entry.path)}
        >
          <Icon size={16} stroke={1.7} aria-hidden />
          <DisplayedName name={entry.name} />
        </button>
      </div>
      {isOpen && <Children {...props} path={entry.path} />}
    </>
  )
}
