// The servers page: filter, sort, table or cards, what can be done with several, and what to do when there are none.

import { ActionIcon, Box, Button, Group, Menu } from '@mantine/core'
import { IconDots, IconPlus, IconSearch, IconServer2, IconTrash } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { lazy, type ReactNode, type RefObject, Suspense, useCallback, useRef } from 'react'
import type { LineState } from '../../../parts/live/connection-state.ts'
import { LiveBadge } from '../../../parts/live/live-badge.tsx'
import { ProblemState } from '../../../parts/problems/problem-state.tsx'
import { useTexts } from '../../../texts/texts.ts'
import { PageFrame, Panel } from '../../../ui/controls/page-frame.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { LoadingRows } from '../../../ui/feedback/loading-rows.tsx'
import type { BulkBarProps } from './bulk/bulk-bar.tsx'
import { FilterBar, type FilterBarProps } from './filter-bar.tsx'
import { GameServerRows } from './game-server-rows.tsx'
import styles from './game-servers.module.css'
import { ListHead, SelectAll } from './list-head.tsx'
import { onListKey } from './list-keys.ts'
import { sortAfter } from './logic/list-sort.ts'
import { groupsOf } from './logic/owned-apart.ts'
import type { RowsProps } from './row-events.ts'
import { listMark } from './use-arranged.ts'

/** Nothing is selected at first. */
const LazyBulkBar = lazy(async () => ({ default: (await import('./bulk/bulk-bar.tsx')).BulkBar }))
/** The list is a table at first, but on a phone. */
const GameServerCards = lazy(async () => ({
  default: (await import('./game-server-cards.tsx')).GameServerCards,
}))

const BulkBar = (bar: BulkBarProps) => (
  <Suspense fallback={null}>
    <LazyBulkBar {...bar} />
  </Suspense>
)

export interface GameServersViewProps
  extends Omit<RowsProps, 'onTag' | 'groups'>,
    Omit<FilterBarProps, 'onLeave'> {
  status: 'loading' | 'problem' | 'ready'
  problem?: unknown
  /** The person's own ones come first, and are headed apart from others. */
  isApart?: boolean
  /** All that the person may see, before the filter. */
  total: number
  line: LineState
  canCreate: boolean
  /** Of people who may create servers of their own. */
  ownActions?: ReactNode
  bulk: BulkBarProps
  /** What is being done to several of them, or was. */
  result: ReactNode
  /** How much of the window's bottom the docked consoles cover. */
  coveredBelow: number
  dock: ReactNode
  onSelectAll: () => void
  onCreate: () => void
  onRetry: () => void
}

export function GameServersView(props: GameServersViewProps) {
  const t = useTexts()
  const { status, total, gameServers, canCreate, coveredBelow } = props
  const grid = useRef<HTMLTableElement>(null)
  const matching = gameServers.length
  const count =
    matching === total
      ? t('servers.count', { count: total })
      : t('servers.countOf', { shown: matching, count: total })
  const latest = useRef(props)
  latest.current = props
  const toList = useCallback(() => {
    grid.current?.focus({ preventScroll: true })
    const [first] = latest.current.gameServers
    if (latest.current.activeId === null && first) latest.current.onActive(first.id)
  }, [])
  return (
    <>
      <div style={{ paddingBottom: coveredBelow }}>
        <PageFrame
          title={t('pages.servers')}
          beside={
            status === 'ready' &&
            total > 0 && (
              <Group component="span" display="inline-flex" gap={14} wrap="nowrap">
                <span>{count}</span>
                {/* On a phone only what is not as it should be has room. */}
                <Box component="span" visibleFrom={props.line === 'open' ? 'sm' : undefined}>
                  <LiveBadge line={props.line} />
                </Box>
              </Group>
            )
          }
          actions={
            canCreate ? (
              <>
                <Button
                  variant="default"
                  visibleFrom="sm"
                  leftSection={<IconTrash size={16} stroke={1.8} />}
                  renderRoot={each => <Link to="/servers/deleted" {...each} />}
                >
                  {t('servers.deleted')}
                </Button>
                <MoreOnPhone />
                {/* Where there are none, the list itself offers it. */}
                {!(status === 'ready' && total === 0) && (
                  <Button leftSection={<IconPlus size={17} />} onClick={props.onCreate}>
                    {t('servers.newServer')}
                  </Button>
                )}
              </>
            ) : (
              props.ownActions
            )
          }
        >
          {total > 0 && (
            <FilterBar
              arrangement={props.arrangement}
              tags={props.tags}
              shape={props.shape}
              isNarrow={props.isNarrow}
              onArrange={props.onArrange}
              onShape={props.onShape}
              onLeave={toList}
            />
          )}
          {props.result}
          <Content {...props} grid={grid} />
        </PageFrame>
      </div>
      {props.dock}
    </>
  )
}

function MoreOnPhone() {
  const t = useTexts()
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon hiddenFrom="sm" variant="default" size={36} aria-label={t('power.more')}>
          <IconDots size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<IconTrash size={16} />}
          renderRoot={each => <Link to="/servers/deleted" {...each} />}
        >
          {t('servers.deleted')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

function Content(props: GameServersViewProps & { grid: RefObject<HTMLTableElement | null> }) {
  const t = useTexts()
  const { status, total, gameServers, canCreate, onArrange } = props
  if (status === 'ready' && gameServers.length > 0) return <List {...props} />
  if (status === 'loading')
    return (
      <Panel>
        <LoadingRows />
      </Panel>
    )
  if (status === 'problem')
    return (
      <Panel>
        <ProblemState problem={props.problem} onRetry={props.onRetry} />
      </Panel>
    )
  if (total === 0) {
    return (
      <Panel>
        <EmptyState
          icon={<IconServer2 size={28} stroke={1.5} />}
          title={t('servers.emptyTitle')}
          text={canCreate ? t('servers.emptyText') : t('servers.emptyTextUser')}
          action={canCreate && <Button onClick={props.onCreate}>{t('servers.newServer')}</Button>}
        />
      </Panel>
    )
  }
  return (
    <Panel>
      <EmptyState
        icon={<IconSearch size={28} stroke={1.5} />}
        title={t('servers.noMatchTitle')}
        text={t('servers.noMatchText')}
        action={
          <Button variant="default" onClick={() => onArrange({ searchText: '', state: null, tag: null })}>
            {t('servers.clearFilter')}
          </Button>
        }
      />
    </Panel>
  )
}

function List(props: GameServersViewProps & { grid: RefObject<HTMLTableElement | null> }) {
  const { gameServers, selected, arrangement, activeId, bulk, isNarrow, shape } = props
  const find = (id: number) => gameServers.find(each => each.id === id)
  const bulkBar = selected.size > 0 && <BulkBar {...bulk} />
  const all = {
    isAllSelected: selected.size === 0 ? false : selected.size === gameServers.length ? true : null,
    onSelectAll: props.onSelectAll,
  }
  const groups = groupsOf(gameServers, props.isApart ?? false)
  const rows = { ...props, groups, onTag: (tag: string) => props.onArrange({ tag }) }
  if (isNarrow || shape === 'cards') {
    return (
      <Suspense
        fallback={
          <Panel>
            <LoadingRows />
          </Panel>
        }
      >
        <GameServerCards
          {...rows}
          head={
            bulkBar && (
              <Group className={`panel ${styles.cardsBar}`} gap={12} wrap="nowrap" mb={12} px={12} py={8}>
                <SelectAll {...all} />
                {bulkBar}
              </Group>
            )
          }
        />
      </Suspense>
    )
  }
  return (
    <div className={`panel ${styles.panel}`} {...listMark}>
      <GameServerRows
        {...rows}
        head={
          <ListHead
            {...all}
            arrangement={arrangement}
            bulkBar={bulkBar}
            onSort={sort => props.onArrange(sortAfter(arrangement, sort))}
          />
        }
        onKeyDown={event =>
          onListKey(event, {
            order: gameServers.map(({ id }) => id),
            activeId,
            hasSelection: selected.size > 0,
            onActive: props.onActive,
            onSelect: props.onSelect,
            onSelectAll: props.onSelectAll,
            onClear: bulk.onClear,
            onOpen: id => {
              const gameServer = find(id)
              if (gameServer) props.onOpen(gameServer)
            },
            onConsole: id => {
              const gameServer = find(id)
              if (gameServer && props.abilitiesOf(id)['game-server-console-view']) props.onConsole(gameServer)
            },
          })
        }
      />
    </div>
  )
}
