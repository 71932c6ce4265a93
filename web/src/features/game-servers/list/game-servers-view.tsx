// The servers page: filter, sort, table or cards, and what to do when there are none.

import { Button, Select, TextInput } from '@mantine/core'
import { runStates } from '@rookery/contracts/run-states.ts'
import { IconPlus, IconSearch, IconServer2 } from '@tabler/icons-react'
import filters from '../../../ui/controls/filters.module.css'
import { PageFrame, Panel } from '../../../ui/controls/page-frame.tsx'
import { Pager } from '../../../ui/controls/pager.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { LoadingRows } from '../../../ui/feedback/loading-rows.tsx'
import { ProblemState } from '../../../ui/feedback/problem-state.tsx'
import { useTexts } from '../../../ui/texts/texts.ts'
import { GameServerCards } from './game-server-cards.tsx'
import { type GameServerRowsProps, GameServerTable } from './game-server-table.tsx'
import type { Arrangement } from './logic/arrange-game-servers.ts'

export interface GameServersViewProps extends GameServerRowsProps {
  status: 'loading' | 'problem' | 'ready'
  problem?: unknown
  /** All that the person may see, before the filter. */
  total: number
  /** Those that pass the filter; `gameServers` is one page of them. */
  matching: number
  page: number
  perPage: number
  arrangement: Arrangement
  isNarrow: boolean
  canCreate: boolean
  onArrange: (change: Partial<Arrangement>) => void
  onPage: (page: number) => void
  onCreate: () => void
  onRetry: () => void
}

export function GameServersView(props: GameServersViewProps) {
  const t = useTexts()
  const { status, total, matching, canCreate, onCreate } = props
  const isFiltered = status === 'ready' && matching !== total
  const count = isFiltered
    ? t('servers.countOf', { shown: matching, count: total })
    : t('servers.count', { count: total })
  return (
    <PageFrame
      title={t('pages.servers')}
      beside={status === 'ready' && total > 0 ? count : undefined}
      actions={
        canCreate && (
          <Button leftSection={<IconPlus size={17} />} onClick={onCreate}>
            {t('servers.newServer')}
          </Button>
        )
      }
    >
      {total > 0 && <FilterBar {...props} />}
      <Content {...props} />
    </PageFrame>
  )
}

function FilterBar({ arrangement, onArrange }: GameServersViewProps) {
  const t = useTexts()
  const states = [
    ...runStates.map(state => ({ value: state as string, label: t(`states.${state}`) })),
    { value: 'away', label: t('states.away') },
  ]
  return (
    <div className={filters.filters}>
      <TextInput
        className={filters.words}
        leftSection={<IconSearch size={16} aria-hidden />}
        placeholder={t('servers.filter')}
        aria-label={t('servers.filter')}
        value={arrangement.words}
        onChange={event => onArrange({ words: event.currentTarget.value })}
      />
      <Select
        className={filters.narrow}
        placeholder={t('servers.allStates')}
        aria-label={t('servers.stateFilter')}
        clearable
        data={states}
        value={arrangement.state}
        onChange={value => onArrange({ state: value as Arrangement['state'] })}
      />
    </div>
  )
}

function Content(props: GameServersViewProps) {
  const t = useTexts()
  const { status, problem, total, matching, canCreate, isNarrow, arrangement, onArrange, onRetry } = props
  if (status === 'loading')
    return (
      <Panel>
        <LoadingRows />
      </Panel>
    )
  if (status === 'problem')
    return (
      <Panel>
        <ProblemState problem={problem} onRetry={onRetry} />
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
  if (matching === 0) {
    return (
      <Panel>
        <EmptyState
          icon={<IconSearch size={28} stroke={1.5} />}
          title={t('servers.noMatchTitle')}
          text={t('servers.noMatchText')}
          action={
            <Button variant="default" onClick={() => onArrange({ words: '', state: null })}>
              {t('servers.clearFilter')}
            </Button>
          }
        />
      </Panel>
    )
  }
  const pager = <Pager page={props.page} perPage={props.perPage} total={matching} onPage={props.onPage} />
  if (isNarrow) {
    return (
      <>
        <GameServerCards {...props} />
        {pager}
      </>
    )
  }
  return (
    <Panel>
      <GameServerTable
        {...props}
        onSort={sort =>
          onArrange({ sort, isDescending: arrangement.sort === sort && !arrangement.isDescending })
        }
      />
      {pager}
    </Panel>
  )
}
