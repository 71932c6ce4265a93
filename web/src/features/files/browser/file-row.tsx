// One entry of a folder in the table.

import { ActionIcon, Menu } from '@mantine/core'
import type { FileEntry } from '@rookery/contracts/http/files.ts'
import { IconDots, IconLock } from '@tabler/icons-react'
import type { MouseEvent } from 'react'
import { useLanguage, useTexts } from '../../../texts/texts.ts'
import { formatValue } from '../../../ui/format/unit-rules.ts'
import { TimeAgo } from '../../../ui/time/live-time.tsx'
import { DisplayedName } from '../displayed-name.tsx'
import { nameInText } from '../logic/displayed-name.ts'
import { ActionItems } from './action-menu.tsx'
import styles from './browser.module.css'
import { FileIcon } from './file-icon.tsx'
import type { FileAction } from './logic/available-actions.ts'
import { modeInLetters, modeOf } from './logic/mode-bits.ts'
import { NameField } from './name-field.tsx'

export interface FileRowProps {
  entry: FileEntry
  id: string
  /** Its place in the list, from 1. */
  rowIndex: number
  isChosen: boolean
  isCurrent: boolean
  /** Cut out, to be moved. */
  isHeld: boolean
  isRenaming: boolean
  taken: ReadonlySet<string>
  actions: readonly FileAction[]
  onClick: (event: MouseEvent) => void
  onToggle: () => void
  onAction: (action: FileAction) => void
  onRename: (name: string) => void
  onStopRenaming: () => void
}

const opens = ({ type }: FileEntry) => type === 'directory' || type === 'file'

export function FileRow(props: FileRowProps) {
  const t = useTexts()
  const { entry, isChosen, isCurrent, actions, onAction } = props
  const name = nameInText(entry.name)
  return (
    <tr
      id={props.id}
      aria-rowindex={props.rowIndex + 1}
      aria-selected={isChosen}
      className={styles.row}
      data-current={isCurrent || undefined}
      data-held={props.isHeld || undefined}
      onClick={props.onClick}
      onDoubleClick={() => opens(entry) && onAction('open')}
    >
      <td>
        <input
          type="checkbox"
          className="tick"
          tabIndex={-1}
          aria-label={t('files.choose', { name })}
          checked={isChosen}
          onClick={event => event.stopPropagation()}
          onChange={props.onToggle}
        />
      </td>
      <td className={styles.name}>
        <FileIcon name={entry.name} type={entry.type} />
        <NameCell {...props} label={name} />
        {entry.protected && (
          <span
            className={`badge ${styles.protected}`}
            role="img"
            aria-label={t('files.protectedText')}
            title={t('files.protectedText')}
          >
            <IconLock size={12} aria-hidden />
            {t('files.protected')}
          </span>
        )}
      </td>
      <Figures entry={entry} />
      <td>
        <Menu position="bottom-end" withinPortal returnFocus={false}>
          <Menu.Target>
            <ActionIcon
              tabIndex={-1}
              variant="subtle"
              color="gray"
              aria-label={t('files.moreAbout', { name })}
              onClick={event => event.stopPropagation()}
            >
              <IconDots size={18} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <ActionItems actions={actions} onAction={onAction} />
          </Menu.Dropdown>
        </Menu>
      </td>
    </tr>
  )
}

function NameCell({ entry, label, ...props }: FileRowProps & { label: string }) {
  const t = useTexts()
  if (props.isRenaming) {
    return (
      <NameField
        name={entry.name}
        taken={props.taken}
        onRename={props.onRename}
        onClose={props.onStopRenaming}
      />
    )
  }
  const kind = entry.type === 'link' || entry.type === 'other' ? t(`files.${entry.type}Text`) : null
  return (
    <span className={styles.nameText}>
      {opens(entry) ? (
        <button
          type="button"
          tabIndex={-1}
          className={`truncate ${styles.nameText}`}
          title={label}
          onClick={event => {
            // With shift or control the row is chosen, not opened.
            if (event.shiftKey || event.ctrlKey || event.metaKey) return
            event.stopPropagation()
            props.onAction('open')
          }}
        >
          <DisplayedName name={entry.name} />
        </button>
      ) : (
        <span className={`truncate ${styles.nameText}`} title={`${label}. ${kind}`}>
          <DisplayedName name={entry.name} />
          <span className={`badge ${styles.kind}`}>{t(`files.types.${entry.type}`)}</span>
        </span>
      )}
      <Below entry={entry} />
    </span>
  )
}

/** On a phone the figures stand below the name. */
function Below({ entry }: { entry: FileEntry }) {
  const language = useLanguage()
  return (
    <span className={`text-faint dotted mantine-hidden-from-sm ${styles.below}`} aria-hidden>
      {entry.type === 'file' && <span>{formatValue(entry.size, 'bytes', language)}</span>}
      <TimeAgo isValue at={entry.modified_at} />
    </span>
  )
}

function Figures({ entry }: { entry: FileEntry }) {
  const language = useLanguage()
  const mode = modeOf(entry.mode)
  return (
    <>
      <td className="text-quiet numbers">
        {entry.type === 'file' ? formatValue(entry.size, 'bytes', language) : '–'}
      </td>
      <td className="text-quiet">
        <TimeAgo isValue at={entry.modified_at} />
      </td>
      <td className="text-quiet mono" title={mode === null ? undefined : modeInLetters(mode)}>
        {entry.type === 'link' ? '–' : entry.mode.replace(/^0(?=\d{3}$)/, '')}
      </td>
    </>
  )
}
