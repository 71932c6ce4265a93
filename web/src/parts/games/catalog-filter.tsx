// The search of the catalog: words, a tag, and where a template comes from.

import { Group, Select, TextInput } from '@mantine/core'
import type { TemplateSummary } from '@rookery/contracts/http/templates.ts'
import { IconSearch } from '@tabler/icons-react'
import { useTexts } from '../../texts/texts.ts'
import styles from '../../ui/controls/filters.module.css'
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
  const searchLabel = hasSources ? t('catalog.searchTemplates') : t('catalog.search')
  return (
    <Group gap={10} align="stretch">
      <TextInput
        className={styles.words}
        leftSection={<IconSearch size={16} aria-hidden />}
        placeholder={searchLabel}
        aria-label={searchLabel}
        value={filter.searchText}
        onChange={event => onFilter({ ...filter, searchText: event.currentTarget.value })}
      />
      <Select
        className={styles.narrow}
        placeholder={t('catalog.allTags')}
        aria-label={t('catalog.tags')}
        clearable
        searchable
        data={tagsOfGames(templates)}
        value={filter.tag}
        onChange={tag => onFilter({ ...filter, tag })}
      />
      {hasSources && (
        <Select
          className={styles.narrow}
          placeholder={t('catalog.allSources')}
          aria-label={t('catalog.sourceFilter')}
          clearable
          data={sources.map(source => ({ value: source as string, label: t(`catalog.source.${source}`) }))}
          value={filter.source}
          onChange={source => onFilter({ ...filter, source: source as GameFilter['source'] })}
        />
      )}
    </Group>
  )
}
