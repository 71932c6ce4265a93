// What is in a backup: folder by folder, by name, what has changed since, and one file to look at.

import { ActionIcon, Anchor, Box, Button, Checkbox, Group, Stack, TextInput } from '@mantine/core'
import type { BackedUpFile, compareBackup } from '@rookery/contracts/http/backups.ts'
import type { AnswerOf } from '@rookery/contracts/http/endpoint.ts'
import {
  IconDownload,
  IconFile,
  IconFileMinus,
  IconFilePencil,
  IconFilePlus,
  IconFolder,
  IconHistory,
  IconSearch,
} from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { ProblemState } from '../../parts/problems/problem-state.tsx'
import { useLanguage, useTexts } from '../../texts/texts.ts'
import choice from '../../ui/controls/choice.module.css'
import { FormHint } from '../../ui/feedback/form-message.tsx'
import { LoadingRows } from '../../ui/feedback/loading-rows.tsx'
import tones from '../../ui/tone/tone.module.css'
import type { StatusStyle } from '../../ui/tone/tone.ts'
import { bytesText } from './backup-style.ts'
import styles from './backups.module.css'

type Comparison = AnswerOf<typeof compareBackup>

/** What is looked at. */
export type Browsing =
  | { at: 'folder'; path: string }
  | { at: 'search'; name: string }
  | { at: 'comparison' }
  | { at: 'file'; path: string }

export interface BackupFilesViewProps {
  browsing: Browsing
  status: 'loading' | 'problem' | 'ready'
  problem?: unknown
  files: readonly BackedUpFile[]
  changes: Comparison['changes']
  /** When the backup was taken, as it is shown. */
  when: string
  /** Of a file; null: it is no text. */
  text: string | null
  /** There is more than is shown. */
  isCut: boolean
  selected: ReadonlySet<string>
  canRestore: boolean
  onBrowse: (browsing: Browsing) => void
  onSelect: (path: string, isSelected: boolean) => void
  onRestore: () => void
  onDownload: (path: string) => void
  onRetry: () => void
}

const changeStyles: Record<Comparison['changes'][number]['change'], StatusStyle> = {
  added: { tone: 'running', Icon: IconFilePlus },
  removed: { tone: 'trouble', Icon: IconFileMinus },
  changed: { tone: 'moving', Icon: IconFilePencil },
}

export function BackupFilesView(props: BackupFilesViewProps) {
  const t = useTexts()
  const { browsing, selected, onBrowse } = props
  return (
    <Stack gap={12}>
      <Group gap={8} justify="space-between">
        <Group component="fieldset" className={choice.segments} gap={2} wrap="nowrap">
          <legend className="visually-hidden">{t('backups.show')}</legend>
          {(['folder', 'comparison'] as const).map(at => (
            <label key={at} className={`${choice.choice} ${choice.segment}`}>
              <input
                type="radio"
                name="browsing"
                checked={(browsing.at === 'comparison') === (at === 'comparison')}
                onChange={() => onBrowse(at === 'folder' ? { at, path: '' } : { at })}
              />
              {at === 'folder' ? t('backups.allFiles') : t('backups.changes')}
            </label>
          ))}
        </Group>
        <SearchForm onSearch={name => onBrowse({ at: 'search', name })} />
      </Group>
      <Place {...props} />
      <Content {...props} />
      {props.isCut && <FormHint>{t('backups.cut')}</FormHint>}
      {props.canRestore && (
        <Group justify="flex-end">
          <Button
            leftSection={<IconHistory size={16} />}
            disabled={selected.size === 0}
            onClick={props.onRestore}
          >
            {t('backups.restoreSelected')}
          </Button>
        </Group>
      )}
    </Stack>
  )
}

/** Where one is, unless the switch above says all of it. */
function Place({ browsing, status, changes, when, canRestore, onBrowse }: BackupFilesViewProps) {
  const t = useTexts()
  if (browsing.at === 'comparison') {
    if (status !== 'ready' || changes.length === 0) return null
    return (
      <div>
        <h3>{t('backups.changesSince', { count: changes.length, when })}</h3>
        {canRestore && <p className="text-hint">{t('backups.changesHint')}</p>}
      </div>
    )
  }
  if (browsing.at === 'folder' && browsing.path === '') return null
  return <Crumbs browsing={browsing} onBrowse={onBrowse} />
}

function Content(props: BackupFilesViewProps) {
  const t = useTexts()
  const { browsing, status, files, changes } = props
  if (status === 'problem') return <ProblemState problem={props.problem} onRetry={props.onRetry} />
  if (status === 'loading') return <LoadingRows rows={5} />
  if (browsing.at === 'file') {
    return props.text === null ? (
      <FormHint>{t('backups.notText')}</FormHint>
    ) : (
      <pre className={`mono ${styles.preview}`}>{props.text}</pre>
    )
  }
  if (browsing.at === 'comparison') {
    if (changes.length === 0) return <FormHint>{t('backups.noChanges')}</FormHint>
    return (
      <ul className={`divided ${styles.files}`}>
        {changes.map(change => (
          <ChangeRow key={change.path} change={change} {...props} />
        ))}
      </ul>
    )
  }
  if (files.length === 0) {
    return (
      <FormHint>{browsing.at === 'search' ? t('backups.nothingFound') : t('backups.emptyFolder')}</FormHint>
    )
  }
  return (
    <ul className={`divided ${styles.files}`}>
      {files.map(file => (
        <FileRow key={file.path} file={file} {...props} />
      ))}
    </ul>
  )
}

function FileRow({
  file,
  browsing,
  selected,
  canRestore,
  onSelect,
  onBrowse,
  onDownload,
}: BackupFilesViewProps & { file: BackedUpFile }) {
  const t = useTexts()
  const language = useLanguage()
  const isFolder = file.type === 'directory'
  const Icon = isFolder ? IconFolder : IconFile
  const name = browsing.at === 'search' ? file.path : file.name
  const open = () => onBrowse({ at: isFolder ? 'folder' : 'file', path: file.path })
  return (
    <li className={styles.file}>
      {canRestore ? (
        <Checkbox
          aria-label={t('backups.select', { name: file.name })}
          checked={selected.has(file.path)}
          onChange={event => onSelect(file.path, event.currentTarget.checked)}
        />
      ) : (
        <span />
      )}
      <Icon size={18} stroke={1.7} className={styles.icon} aria-hidden />
      {isFolder || file.type === 'file' ? (
        <Anchor component="button" type="button" c="inherit" className={styles.name} onClick={open}>
          {name}
        </Anchor>
      ) : (
        <span className={styles.name}>{name}</span>
      )}
      <span className="text-hint">{isFolder ? '' : bytesText(file.size, language)}</span>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={`${t('backups.download')}: ${file.name}`}
        onClick={() => onDownload(file.path)}
      >
        <IconDownload size={17} />
      </ActionIcon>
    </li>
  )
}

function ChangeRow({
  change,
  selected,
  canRestore,
  onSelect,
}: BackupFilesViewProps & { change: Comparison['changes'][number] }) {
  const t = useTexts()
  const language = useLanguage()
  const sizeOf = (bytes: number | null) => (bytes === null ? '–' : bytesText(bytes, language))
  const isThere = change.change !== 'added'
  const { Icon, tone } = changeStyles[change.change]
  return (
    <li className={styles.file}>
      {canRestore && isThere ? (
        <Checkbox
          aria-label={t('backups.select', { name: change.path })}
          checked={selected.has(change.path)}
          onChange={event => onSelect(change.path, event.currentTarget.checked)}
        />
      ) : (
        <span />
      )}
      <Icon size={18} stroke={1.7} className={tones[tone]} color="var(--tone)" aria-hidden />
      <div className={`${styles.name} ${styles.toTheEnd}`}>
        <div>{change.path}</div>
        <div className="text-hint dotted">
          <span>{t(`backups.change.${change.change}`)}</span>
          <span>
            {change.then_bytes === null || change.now_bytes === null
              ? sizeOf(change.then_bytes ?? change.now_bytes)
              : `${sizeOf(change.then_bytes)} → ${sizeOf(change.now_bytes)}`}
          </span>
        </div>
      </div>
    </li>
  )
}

function Crumbs({ browsing, onBrowse }: Pick<BackupFilesViewProps, 'browsing' | 'onBrowse'>) {
  const t = useTexts()
  const path = browsing.at === 'folder' || browsing.at === 'file' ? browsing.path : ''
  const names = path.split('/').filter(Boolean)
  return (
    <Group component="nav" gap={4} aria-label={t('backups.allFiles')}>
      <Anchor component="button" type="button" onClick={() => onBrowse({ at: 'folder', path: '' })}>
        {t('backups.allFiles')}
      </Anchor>
      {names.map((name, index) => {
        const until = names.slice(0, index + 1).join('/')
        const isLast = index === names.length - 1
        return (
          <Group key={until} gap={4} wrap="nowrap">
            <span className="text-faint">/</span>
            {isLast ? (
              <span className="breakable">{name}</span>
            ) : (
              <Anchor
                component="button"
                type="button"
                onClick={() => onBrowse({ at: 'folder', path: until })}
              >
                {name}
              </Anchor>
            )}
          </Group>
        )
      })}
    </Group>
  )
}

function SearchForm({ onSearch }: { onSearch: (name: string) => void }) {
  const t = useTexts()
  const [name, setName] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (name.trim() !== '') onSearch(name.trim())
  }
  return (
    <Box component="form" flex={{ base: '1 1 100%', sm: 'none' }} onSubmit={submit}>
      <TextInput
        type="search"
        aria-label={t('backups.search')}
        placeholder={t('backups.search')}
        leftSection={<IconSearch size={16} />}
        maxLength={255}
        value={name}
        onChange={event => setName(event.currentTarget.value)}
      />
    </Box>
  )
}
