// The folders of a game server as a tree; what is not opened is not read.

import { Box, Group } from '@mantine/core'
import type { FileEntry } from '@rookery/contracts/http/files.ts'
import { IconChevronRight, IconFolder, IconFolderOpen, IconHome } from '@tabler/icons-react'
import { useTexts } from '../../../texts/texts.ts'
import { DisplayedName } from '../displayed-name.tsx'
import styles from '../files.module.css'
import { nameInText } from '../logic/displayed-name.ts'

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
        className={`row-button ${styles.folder}`}
        aria-current={props.folder === '' ? 'location' : undefined}
        onClick={() => props.onOpen('')}
      >
        <IconHome size={16} stroke={1.7} aria-hidden />
        <span className="truncate">{t('files.root')}</span>
      </button>
      <Children {...props} path="" />
    </nav>
  )
}

function Children({ path, ...props }: FolderTreeProps & { path: string }) {
  const t = useTexts()
  const found = props.folders.get(path)
  const note = { className: 'text-caption', py: 4, pl: 24, pr: 8 }
  if (!found?.isRead)
    return (
      <Box component="p" {...note}>
        {t('files.loadingFolder')}
      </Box>
    )
  return (
    <ul>
      {found.children.map(child => (
        <li key={child.path}>
          <Branch {...props} entry={child} />
        </li>
      ))}
      {found.hasMore && (
        <Box component="li" {...note}>
          {t('files.moreIn')}
        </Box>
      )}
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
      <Group gap={0} wrap="nowrap">
        <button
          type="button"
          className={`row-button ${styles.fold}`}
          aria-label={`${t('files.more')}: ${nameInText(entry.name)}`}
          aria-expanded={isOpen}
          data-leaf={isLeaf || undefined}
          onClick={() => props.onToggle(entry.path)}
        >
          <IconChevronRight size={14} aria-hidden />
        </button>
        <button
          type="button"
          className={`row-button ${styles.folder}`}
          title={nameInText(entry.name)}
          aria-current={isHere ? 'location' : undefined}
          onClick={() => props.onOpen(entry.path)}
        >
          <Icon size={16} stroke={1.7} aria-hidden />
          <span className="truncate">
            <DisplayedName name={entry.name} />
          </span>
        </button>
      </Group>
      {isOpen && <Children {...props} path={entry.path} />}
    </>
  )
}
