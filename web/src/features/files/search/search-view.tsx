// Finds files below a folder by their name, by what stands in them, or by both.

import { Box, Button, CloseButton, Group, Loader, TextInput } from '@mantine/core'
import type { FileMatch } from '@rookery/contracts/http/files.ts'
import { IconFileSearch, IconSearch, IconSearchOff } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { ProblemState } from '../../../parts/problems/problem-state.tsx'
import { useTexts } from '../../../texts/texts.ts'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { FileIcon } from '../browser/file-icon.tsx'
import { DisplayedName, DisplayedText } from '../displayed-name.tsx'
import files from '../files.module.css'
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
    <section className={`panel ${files.frame}`}>
      <Group gap={12} wrap="nowrap" justify="space-between" mih={52} pt={8} pl={16} pr={12}>
        <h2>{t('fileSearch.title', { folder: where })}</h2>
        <CloseButton aria-label={t('fileSearch.close')} onClick={props.onClose} />
      </Group>
      <Group
        component="form"
        className="line-below"
        gap={12}
        align="flex-end"
        pt={4}
        px={16}
        pb={16}
        onSubmit={submit}
      >
        <TextInput
          flex="1 1 240px"
          label={t('fileSearch.name')}
          placeholder={t('fileSearch.nameHint')}
          maxLength={255}
          spellCheck={false}
          autoComplete="off"
          autoFocus
          value={searchText.name}
          onChange={event => setSearchText({ ...searchText, name: event.currentTarget.value })}
        />
        <TextInput
          flex="1 1 240px"
          label={t('fileSearch.content')}
          placeholder={t('fileSearch.contentHint')}
          maxLength={255}
          spellCheck={false}
          autoComplete="off"
          value={searchText.content}
          onChange={event => setSearchText({ ...searchText, content: event.currentTarget.value })}
        />
        {status === 'searching' ? (
          <Button variant="default" flex={{ base: '1 1 100%', sm: 'none' }} onClick={onCancel}>
            {t('fileSearch.cancel')}
          </Button>
        ) : (
          <Button
            type="submit"
            flex={{ base: '1 1 100%', sm: 'none' }}
            disabled={isEmpty}
            leftSection={<IconSearch size={16} />}
          >
            {t('fileSearch.go')}
          </Button>
        )}
      </Group>
      <Results {...props} />
    </section>
  )
}

const iconSize = { size: 28, stroke: 1.5 }
const word = { className: 'text-secondary', gap: '4px 12px', px: 16, py: 12, role: 'status' }

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
      <Group component="p" {...word}>
        <Loader size={16} color="var(--text-faint)" />
        {t('fileSearch.searching')}
      </Group>
    )
  }
  if (status === 'canceled') {
    return (
      <Group component="p" {...word}>
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
      <Group component="p" {...word}>
        {t('fileSearch.found', { count: matches.length })}
        {isCut && (
          <Box component="span" c="var(--accent-text)">
            {t('fileSearch.cut')}
          </Box>
        )}
      </Group>
      <ul>
        {groupMatches(matches).map(group => (
          <Box component="li" key={group.path} className="line-above" px={8} py={6}>
            <FileMatches group={group} {...props} />
          </Box>
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
        className={`row-button ${styles.path}`}
        disabled={!opens}
        onClick={() => (isFolder ? onOpenFolder(group.path) : onOpenFile(group.path))}
      >
        <FileIcon name={nameOf(group.path)} type={group.type} />
        <span className={`truncate ${styles.name}`}>
          <DisplayedName name={nameOf(group.path)} />
        </span>
        <span className="text-hint truncate">
          <DisplayedName name={above === '' ? '/' : `/${above}`} />
        </span>
      </button>
      {group.lines.map(line => (
        <button
          key={line.number}
          type="button"
          className={`row-button ${styles.line}`}
          onClick={() => onOpenFile(group.path, line.number)}
        >
          <span className="visually-hidden">{t('fileSearch.line', { line: line.number })}: </span>
          <span className={`text-faint mono ${styles.number}`} aria-hidden>
            {line.number}
          </span>
          <code className="truncate">
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
