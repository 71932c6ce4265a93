// The search of the catalog: words, a tag, and where a template comes from.

import { Group, Select, TextInput } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { TemplateSummary } from '@rookery/contracts/http/templates.ts'
import { IconSearch } from '@tabler/icons-react'
import { useTexts } from '../../texts/texts.ts'
import styles from '../../ui/controls/filters.module.css'
import { FoldedFilters } from '../../ui/controls/folded-filters.tsx'
import { type GameFilter, tagsOfGames } from './logic/match-games.ts'

interface CatalogFilterProps {
  templates: readonly TemplateSummary[]
  filter: GameFilter
  /** On the page of templates: where each comes from can be chosen too. */
  hasSources?: boolean
  onFilter: (filter: GameFilter) => void
}

const sources = ['built-in', 'own', 'imported'] as const

export function CatalogFilter({ templates, filter, hasSources, onFilter }: CatalogFilterProps) {
  const t = useTexts()
  const isNarrow = useMediaQuery('(max-width: 720px)') ?? false
  const searchLabel = hasSources ? t('catalog.searchTemplates') : t('catalog.search')
  const named = (name: string) =>
    isNarrow ? { label: name } : { className: styles.narrow, 'aria-label': name }
  const search = (
    <TextInput
      className={isNarrow ? styles.beside : styles.words}
      leftSection={<IconSearch size={16} aria-hidden />}
      placeholder={searchLabel}
      aria-label={searchLabel}
      value={filter.searchText}
      onChange={event => onFilter({ ...filter, searchText: event.currentTarget.value })}
    />
  )
  const choices = (
    <>
      <Select
        {...named(t('catalog.tags'))}
        placeholder={t('catalog.allTags')}
        clearable
        searchable
        data={tagsOfGames(templates)}
        value={filter.tag}
        onChange={tag => onFilter({ ...filter, tag })}
      />
      {hasSources && (
        <Select
          {...named(t('catalog.sourceFilter'))}
          placeholder={t('catalog.allSources')}
          clearable
          data={sources.map(source => ({ value: source as string, label: t(`catalog.source.${source}`) }))}
          value={filter.source}
          onChange={source => onFilter({ ...filter, source: source as GameFilter['source'] })}
        />
      )}
    </>
  )
  if (isNarrow)
    return (
      <FoldedFilters
        count={[filter.tag, filter.source].filter(value => value !== null).length}
        before={search}
        onClear={() => onFilter({ ...filter, tag: null, source: null })}
      >
        {choices}
      </FoldedFilters>
    )
  return (
    <Group gap={10} align="stretch">
      {search}
      {choices}
    </Group>
  )
}
