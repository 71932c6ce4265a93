// The catalog of games: its search, and every game that matches as a card inside a link or a button.

import { Button } from '@mantine/core'
import type { TemplateSummary } from '@rookery/contracts/http/templates.ts'
import { IconDeviceGamepad2, IconSearch } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useTexts } from '../../texts/texts.ts'
import { Panel } from '../../ui/controls/page-frame.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { CatalogFilter } from './catalog-filter.tsx'
import { Emblem } from './emblem.tsx'
import styles from './games.module.css'
import { demoSlug, matchGames, noFilter } from './logic/match-games.ts'

const visibleTags = 3

function GameCard({ template }: { template: TemplateSummary }) {
  const t = useTexts()
  const isDemo = template.slug === demoSlug && template.source === 'built-in'
  return (
    <>
      <Emblem template={template} size={42} />
      <span className={styles.cardWords}>
        <span className={styles.cardName}>{template.name}</span>
        <span className={`text-note ${styles.cardText}`}>{template.description}</span>
        <span className={`text-caption ${styles.cardTags}`}>
          {isDemo && <span className={styles.demo}>{t('catalog.demo')}</span>}
          {template.source !== 'built-in' && (
            <span className={styles.source}>{t(`catalog.source.${template.source}`)}</span>
          )}
          {template.tags.slice(0, visibleTags).map(tag => (
            <span key={tag}>{tag}</span>
          ))}
        </span>
      </span>
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
  wrap: (template: TemplateSummary, className: string | undefined, card: ReactNode) => ReactNode
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
          <li key={template.id}>{wrap(template, styles.card, <GameCard template={template} />)}</li>
        ))}
      </ul>
    </>
  )
}
