// Finds files below a folder by their name, by what stands in them, or by both.

import { Button, CloseButton, Group, Loader, TextInput } from '@mantine/core'
import type { FileMatch } from '@rookery/contracts/http/files.ts'
import { IconFileSearch, IconSearch, IconSearchOff } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { ProblemState } from '../../../parts/problems/problem-state.tsx'
import { useTexts } from '../../../texts/texts.ts'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { FileIcon } from '../browser/file-icon.tsx'
import { DisplayedName, DisplayedText } from '../displayed-name.tsx'
import { nameInText } from '../logic/displayed-name.ts'
import { nameOf, parentOf } from '../logic/file-paths.ts'
import { groupMatches, type MatchGroup, partsOfLine } from './match-rules.ts'
import styles from './search.module.css'

export interface SearchText {
  name: string
  content: string
}

export interface SearchViewProps {
  folder: string
  searchText: SearchText
  status: 'before' | 'searching' | 'canceled' | 'problem' | 'ready'
  problem?: unknown
  matches: readonly FileMatch[]
  isCut: boolean
  onSearch: (searchText: SearchText) => void
  onCancel: () => void
  onClose: () => void
  onOpenFolder: (path: string) => void
  onOpenFile: (path: string, line?: number) => void
}

export function SearchView(props: SearchViewProps) {
  const t = useTexts()
  const { folder, status, onSearch, onCancel } = props
  const [searchText, setSearchText] = useState(props.searchText)
  const isEmpty = searchText.name.trim() === '' && searchText.content === ''

  function submit(event: FormEvent) {
    event.preventDefault()
    if (!isEmpty) onSearch({ name: searchText.name.trim(), content: searchText.content })
  }

  const where = folder === '' ? t('files.root') : nameInText(nameOf(folder))
  return (
    <section className={styles.search}>
      <Group className={styles.head} gap={12} wrap="nowrap" justify="space-between">
        <h2>{t('fileSearch.title', { folder: where })}</h2>
        <CloseButton aria-label={t('fileSearch.close')} onClick={props.onClose} />
      </Group>
      <form className={styles.form} onSubmit={submit}>
        <TextInput
          label={t('fileSearch.name')}
          placeholder={t('fileSearch.nameHint')}
          maxLength={255}
          spellCheck={false}
          autoComplete="off"
          data-autofocus
          value={searchText.name}
          onChange={event => setSearchText({ ...searchText, name: event.currentTarget.value })}
        />
        <TextInput
          label={t('fileSearch.content')}
          placeholder={t('fileSearch.contentHint')}
          maxLength={255}
          spellCheck={false}
          autoComplete="off"
          value={searchText.content}
          onChange={event => setSearchText({ ...searchText, content: event.currentTarget.value })}
        />
        {status === 'searching' ? (
          <Button variant="default" onClick={onCancel}>
            {t('fileSearch.cancel')}
          </Button>
        ) : (
          <Button type="submit" disabled={isEmpty} leftSection={<IconSearch size={16} />}>
            {t('fileSearch.go')}
          </Button>
        )}
      </form>
      <Results {...props} />
    </section>
  )
}

const iconSize = { size: 28, stroke: 1.5 }

function Results(props: SearchViewProps) {
  const t = useTexts()
  const { status, matches, isCut, searchText } = props
  if (status === 'before') {
    return (
      <EmptyState
        icon={<IconFileSearch {...iconSize} />}
        title={t('fileSearch.startTitle')}
        text={t('fileSearch.startText')}
      />
    )
  }
  if (status === 'searching') {
    return (
      <Group component="p" className={`text-secondary ${styles.word}`} gap="4px 12px" role="status">
        <Loader size={16} color="var(--text-faint)" />
        {t('fileSearch.searching')}
      </Group>
    )
  }
  if (status === 'canceled') {
    return (
      <Group component="p" className={`text-secondary ${styles.word}`} gap="4px 12px" role="status">
        {t('fileSearch.canceled')}
      </Group>
    )
  }
  if (status === 'problem')
    return <ProblemState problem={props.problem} onRetry={() => props.onSearch(searchText)} />
  if (matches.length === 0) {
    return (
      <EmptyState
        icon={<IconSearchOff {...iconSize} />}
        title={t('fileSearch.emptyTitle')}
        text={t('fileSearch.emptyText')}
      />
    )
  }
  return (
    <>
      <Group component="p" className={`text-secondary ${styles.word}`} gap="4px 12px" role="status">
        {t('fileSearch.found', { count: matches.length })}
        {isCut && <span className={styles.cut}>{t('fileSearch.cut')}</span>}
      </Group>
      <ul className={styles.groups}>
        {groupMatches(matches).map(group => (
          <li key={group.path}>
            <FileMatches group={group} {...props} />
          </li>
        ))}
      </ul>
    </>
  )
}

function FileMatches({
  group,
  searchText,
  onOpenFolder,
  onOpenFile,
}: SearchViewProps & { group: MatchGroup }) {
  const t = useTexts()
  const isFolder = group.type === 'directory'
  const above = parentOf(group.path)
  const opens = isFolder || group.type === 'file'
  return (
    <>
      <button
        type="button"
        className={styles.path}
        disabled={!opens}
        onClick={() => (isFolder ? onOpenFolder(group.path) : onOpenFile(group.path))}
      >
        <FileIcon name={nameOf(group.path)} type={group.type} />
        <span className={styles.name}>
          <DisplayedName name={nameOf(group.path)} />
        </span>
        <span className={`text-hint ${styles.above}`}>
          <DisplayedName name={above === '' ? '/' : `/${above}`} />
        </span>
      </button>
      {group.lines.map(line => (
        <button
          key={line.number}
          type="button"
          className={styles.line}
          onClick={() => onOpenFile(group.path, line.number)}
        >
          <span className="visually-hidden">{t('fileSearch.line', { line: line.number })}: </span>
          <span className={styles.number} aria-hidden>
            {line.number}
          </span>
          <code>
            {partsOfLine(line.text, searchText.content).map(part =>
              part.isHit ? (
                <mark key={part.at}>
                  <DisplayedText text={part.text} />
                </mark>
              ) : (
                <DisplayedText key={part.at} text={part.text} />
              ),
            )}
          </code>
        </button>
      ))}
    </>
  )
}
