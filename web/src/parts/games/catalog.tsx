// The catalog of games: its search, and every game that matches as a card inside a link or a button.

import { Box, Button, Group, Stack } from '@mantine/core'
import type { TemplateSummary } from '@rookery/contracts/http/templates.ts'
import { IconCheck, IconDeviceGamepad2, IconInfoCircle, IconSearch } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useLanguage, useTexts } from '../../texts/texts.ts'
import { Panel } from '../../ui/controls/page-frame.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { CatalogFilter } from './catalog-filter.tsx'
import { fitText } from './fit-text.ts'
import { GameIcon } from './game-icon.tsx'
import styles from './games.module.css'
import { type FitNode, type PlacedGame, placeGames } from './logic/game-fit.ts'
import { matchGames, noFilter } from './logic/match-games.ts'
import { SourceBadge } from './source-badge.tsx'

const visibleTags = 3

function GameCard({
  template,
  fit,
  hasSources,
  usedBy,
}: PlacedGame & Pick<CatalogProps, 'hasSources' | 'usedBy'>) {
  const t = useTexts()
  const language = useLanguage()
  const note = fit && fitText(t, language, fit)
  const servers = usedBy?.get(template.id) ?? 0
  const isReady = fit?.kind === 'runs' && fit.programs.length === 0
  return (
    <>
      <GameIcon template={template} size={42} />
      <Stack component="span" flex={1} gap={0} miw={0}>
        <Group component="span" gap="0 8px" justify="space-between">
          <Box component="span" fw={600}>
            {template.name}
          </Box>
          {(hasSources || template.source !== 'built-in') && <SourceBadge source={template.source} />}
        </Group>
        <span className={`text-note ${styles.cardText}`}>{template.description}</span>
        <Stack component="span" className="text-caption" gap={4} mt="auto" pt={8}>
          <Group component="span" gap="2px 10px">
            {template.tags.slice(0, visibleTags).map(tag => (
              <span key={tag}>{tag}</span>
            ))}
          </Group>
          <Group component="span" gap="2px 14px" justify="space-between">
            {note && (
              <span className={styles.fit} data-ready={isReady || undefined}>
                {isReady ? <IconCheck size={14} aria-hidden /> : <IconInfoCircle size={14} aria-hidden />}
                {note}
              </span>
            )}
            {servers > 0 && (
              <span className="text-quiet numbers">{t('catalog.usedBy', { count: servers })}</span>
            )}
          </Group>
        </Stack>
      </Stack>
    </>
  )
}

interface NoGameProps extends Pick<CatalogProps, 'mayCreate'> {
  isFiltered: boolean
  onClear: () => void
}

function NoGame({ isFiltered, mayCreate, onClear }: NoGameProps) {
  const t = useTexts()
  const ways = mayCreate && (
    <>
      <Button variant="default" renderRoot={rootProps => <Link to="/templates/import" {...rootProps} />}>
        {t('catalog.importEggs')}
      </Button>
      <Button variant="default" renderRoot={rootProps => <Link to="/templates/new" {...rootProps} />}>
        {t('catalog.newTemplate')}
      </Button>
    </>
  )
  if (!isFiltered) {
    return (
      <EmptyState
        icon={<IconDeviceGamepad2 size={28} stroke={1.5} />}
        title={t('catalog.emptyTitle')}
        text={t('catalog.emptyText')}
        action={
          ways && (
            <Group gap={8} justify="center">
              {ways}
            </Group>
          )
        }
      />
    )
  }
  return (
    <EmptyState
      icon={<IconSearch size={28} stroke={1.5} />}
      title={t('catalog.noMatchTitle')}
      text={t(mayCreate ? 'catalog.noMatchAddText' : 'catalog.noMatchText')}
      action={
        <Group gap={8} justify="center">
          <Button variant="default" onClick={onClear}>
            {t('catalog.clearFilter')}
          </Button>
          {ways}
        </Group>
      }
    />
  )
}

interface CatalogProps {
  templates: TemplateSummary[]
  /** Null: not known to this person, so nothing is said about where a game runs. */
  nodes: readonly FitNode[] | null
  mayAddNode?: boolean
  /** May add the game that is missing. */
  mayCreate?: boolean | undefined
  hasSources?: boolean
  /** How many servers each template has, where that is known. */
  usedBy?: ReadonlyMap<number, number>
  /** Puts a card into what is clicked, with the class that makes it look like one. */
  wrap: (template: TemplateSummary, className: string, card: ReactNode) => ReactNode
}

export function Catalog({ templates, nodes, mayAddNode, mayCreate, hasSources, usedBy, wrap }: CatalogProps) {
  const t = useTexts()
  const [filter, setFilter] = useState(noFilter)
  const games = placeGames(matchGames(templates, filter), nodes)
  const runs = ({ fit }: PlacedGame) => fit === null || fit.kind === 'runs'
  const groups = [
    { isHere: true, title: t('catalog.runsHere'), games: games.filter(runs) },
    { isHere: false, title: t('catalog.runsElsewhere'), games: games.filter(game => !runs(game)) },
  ].filter(group => group.games.length > 0)
  const hasTitles = games.some(game => !runs(game))
  return (
    <>
      {templates.length > 0 && (
        <CatalogFilter templates={templates} filter={filter} hasSources={hasSources} onFilter={setFilter} />
      )}
      {games.length === 0 && (
        <Panel>
          <NoGame
            isFiltered={templates.length > 0}
            mayCreate={mayCreate}
            onClear={() => setFilter(noFilter)}
          />
        </Panel>
      )}
      {groups.map(group => (
        <section key={group.title} aria-label={group.title}>
          {hasTitles && (
            <Group className={styles.groupTitle} gap="4px 8px">
              <h2>{group.title}</h2>
              <span className="text-caption numbers">{group.games.length}</span>
              {!group.isHere && mayAddNode && (
                <Link to="/nodes" search={{ add: true }} className={`link ${styles.addNode}`}>
                  {t('catalog.addNode')}
                </Link>
              )}
              {nodes?.length === 0 && (
                <Box component="p" className="text-secondary" w="100%">
                  {t('catalog.noNodeText')}
                </Box>
              )}
            </Group>
          )}
          <ul className={styles.grid}>
            {group.games.map(game => (
              <li key={game.template.id}>
                {wrap(
                  game.template,
                  `panel ${styles.card}`,
                  <GameCard {...game} hasSources={hasSources} usedBy={usedBy} />,
                )}
              </li>
            ))}
          </ul>
        </section>
      ))}
    </>
  )
}
