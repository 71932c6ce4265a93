// The catalog of games: its search, and every game that matches as a card inside a link or a button.

import { Box, Button, Group, Stack } from '@mantine/core'
import type { TemplateSummary } from '@rookery/contracts/http/templates.ts'
import { IconDeviceGamepad2, IconSearch } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useTexts } from '../../texts/texts.ts'
import { Panel } from '../../ui/controls/page-frame.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { CatalogFilter } from './catalog-filter.tsx'
import { Emblem } from './emblem.tsx'
import styles from './games.module.css'
import { matchGames, noFilter } from './logic/match-games.ts'
import { demoSlug } from './logic/shipped-games.ts'

const visibleTags = 3

function GameCard({ template }: { template: TemplateSummary }) {
  const t = useTexts()
  const isDemo = template.slug === demoSlug && template.source === 'built-in'
  return (
    <>
      <Emblem template={template} size={42} />
      <Stack component="span" flex={1} gap={0} miw={0}>
        <Box component="span" fw={600}>
          {template.name}
        </Box>
        <span className={`text-note ${styles.cardText}`}>{template.description}</span>
        <Group component="span" className="text-caption" gap="2px 10px" mt="auto" pt={6}>
          {isDemo && (
            <Box component="span" c="var(--accent-text)">
              {t('catalog.demo')}
            </Box>
          )}
          {template.source !== 'built-in' && (
            <Box component="span" c="var(--state-moving)">
              {t(`catalog.source.${template.source}`)}
            </Box>
          )}
          {template.tags.slice(0, visibleTags).map(tag => (
            <span key={tag}>{tag}</span>
          ))}
        </Group>
      </Stack>
    </>
  )
}

function NoGame({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  const t = useTexts()
  if (!isFiltered) {
    return (
      <EmptyState
        icon={<IconDeviceGamepad2 size={28} stroke={1.5} />}
        title={t('catalog.emptyTitle')}
        text={t('catalog.emptyText')}
      />
    )
  }
  return (
    <EmptyState
      icon={<IconSearch size={28} stroke={1.5} />}
      title={t('catalog.noMatchTitle')}
      text={t('catalog.noMatchText')}
      action={
        <Button variant="default" onClick={onClear}>
          {t('catalog.clearFilter')}
        </Button>
      }
    />
  )
}

interface CatalogProps {
  templates: TemplateSummary[]
  hasSources?: boolean
  /** Puts a card into what is clicked, with the class that makes it look like one. */
  wrap: (template: TemplateSummary, className: string, card: ReactNode) => ReactNode
}

export function Catalog({ templates, hasSources, wrap }: CatalogProps) {
  const [filter, setFilter] = useState(noFilter)
  const matching = matchGames(templates, filter)
  return (
    <>
      {templates.length > 0 && (
        <CatalogFilter templates={templates} filter={filter} hasSources={hasSources} onFilter={setFilter} />
      )}
      {matching.length === 0 && (
        <Panel>
          <NoGame isFiltered={templates.length > 0} onClear={() => setFilter(noFilter)} />
        </Panel>
      )}
      <ul className={styles.grid}>
        {matching.map(template => (
          <li key={template.id}>
            {wrap(template, `panel ${styles.card}`, <GameCard template={template} />)}
          </li>
        ))}
      </ul>
    </>
  )
}
