// The catalogue of games: its search, and every game that matches as a card inside a link or a button.

import type { TemplateSummary } from '@rookery/contracts/http/templates.ts'
import { type ReactNode, useState } from 'react'
import { Panel } from '../../ui/controls/page-frame.tsx'
import { CatalogFilter } from './catalog-filter.tsx'
import { GameCard } from './game-card.tsx'
import styles from './games.module.css'
import { matchGames, noFilter } from './logic/match-games.ts'
import { NoGame } from './no-game.tsx'

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
