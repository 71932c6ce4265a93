// The keys of the template format beside its text: what each means and an example; the one at the cursor is marked.

import { Box, Group, Stack, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { type TextOf, useTexts } from '../../../texts/texts.ts'
import styles from './editor.module.css'
import { exampleOf } from './logic/reference-example.ts'
import {
  foundEntries,
  type ReferenceEntry,
  templateReference,
  textKeyOf,
} from './logic/template-reference.ts'

/** The schema does not change while the page is open. */
export const referenceEntries = templateReference()

const meaningOf = (t: TextOf, path: string): string => t(`templateReference.${textKeyOf(path) as 'slug'}`)

interface TemplateReferenceViewProps {
  /** The key at the cursor; null: none. */
  path: string | null
}

export function TemplateReferenceView({ path }: TemplateReferenceViewProps) {
  const t = useTexts()
  const [search, setSearch] = useState('')
  const list = useRef<HTMLUListElement>(null)
  const found = useMemo(() => foundEntries(referenceEntries, each => meaningOf(t, each), search), [t, search])

  // Whoever searches looks for something else than what the cursor is at.
  useEffect(() => {
    if (path === null || search !== '') return
    const marked = list.current?.querySelector<HTMLElement>('[aria-current]')
    if (!marked || !list.current) return
    list.current.scrollTop = marked.offsetTop - list.current.offsetTop - 12
  }, [path, search])

  return (
    <Stack component="aside" gap={0} h="100%" mih={0} aria-label={t('templateEditor.reference')}>
      <Box p={10}>
        <TextInput
          leftSection={<IconSearch size={16} aria-hidden />}
          placeholder={t('templateEditor.searchReference')}
          aria-label={t('templateEditor.searchReference')}
          value={search}
          onChange={event => setSearch(event.currentTarget.value)}
        />
      </Box>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: who has only keys scrolls it. */}
      <ul ref={list} className={`divided ${styles.reference}`} tabIndex={0}>
        {found.map(entry => (
          <Entry key={entry.path} entry={entry} isAtCursor={entry.path === path} />
        ))}
      </ul>
      {found.length === 0 && (
        <Box p="8px 16px" className="text-quiet" role="status">
          {t('templateEditor.noKey')}
        </Box>
      )}
    </Stack>
  )
}

/** What is in a section has examples of its own. */
const longestExample = 8

function cut(example: string | null): string | null {
  const lines = example?.split('\n') ?? []
  return lines.length > longestExample ? [...lines.slice(0, longestExample - 1), '…'].join('\n') : example
}

function Entry({ entry, isAtCursor }: { entry: ReferenceEntry; isAtCursor: boolean }) {
  const t = useTexts()
  const { path, detail, takes, isRequired, usual, beside } = entry
  const facts = [
    detail ?? (takes && t(`templateEditor.takes.${takes}`)),
    isRequired && t('templateEditor.required'),
    usual !== null && t('templateEditor.usual', { value: usual }),
  ].filter(Boolean)
  const example = cut(exampleOf(path))
  return (
    <Stack component="li" gap={4} p="10px 16px" aria-current={isAtCursor || undefined}>
      <Group gap="2px 10px" justify="space-between" align="baseline">
        <code className={styles.key}>{path}</code>
        <span className="text-caption">{facts.join(' · ')}</span>
      </Group>
      <span className="text-secondary">{meaningOf(t, path)}</span>
      {beside.length > 0 && <span className="text-caption">{beside.join(', ')}</span>}
      {example !== null && <pre className={`mono ${styles.example}`}>{example}</pre>}
    </Stack>
  )
}
