// The list of game servers, and one game server in its states.

import { Group } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { BulkAction } from '@rookery/contracts/http/bulk-actions.ts'
import { runStates } from '@rookery/contracts/run-states.ts'
import { backups } from '../../pictures/fixtures/backup-fixtures.ts'
import { gameServerDetail, gameServers } from '../../pictures/fixtures/fleet-fixtures.ts'
import { gameServerSamples } from '../../pictures/fixtures/metric-fixtures.ts'
import { schedules } from '../../pictures/fixtures/schedule-fixtures.ts'
import { FiguresView } from '../features/game-servers/figures/figures-view.tsx'
import { GameFilesView } from '../features/game-servers/game-files-view.tsx'
import { GameServerHeaderView } from '../features/game-servers/game-server-header-view.tsx'
import { DeleteManyView } from '../features/game-servers/list/bulk/delete-many-view.tsx'
import type { BulkPlan } from '../features/game-servers/list/bulk/logic/bulk-plan.ts'
import { TagManyView } from '../features/game-servers/list/bulk/tag-many-view.tsx'
import {
  GameServersView,
  type GameServersViewProps,
} from '../features/game-servers/list/game-servers-view.tsx'
import { OverviewView } from '../features/game-servers/overview-view.tsx'
import { SummaryView } from '../features/game-servers/summary/summary-view.tsx'
import { BulkActionView } from '../parts/bulk-actions/bulk-action-view.tsx'
import { emptyHistory, withSamples } from '../parts/metrics/logic/metric-history.ts'
import { PowerButtons } from '../parts/power/page-power-buttons.tsx'
import { administratorAbilities } from '../parts/power/power-rules.ts'
import { StatePill } from '../parts/run-state/state-pill.tsx'
import { UsageFigures } from '../parts/usage/usage-figures.tsx'
import { usageSeries } from '../parts/usage/usage-store.ts'
import { ApiError } from '../platform/api-error.ts'
import { ignore, Specimen } from './specimen.tsx'

const list: GameServersViewProps = {
  status: 'ready',
  gameServers,
  total: gameServers.length,
  tags: ['weekend'],
  line: 'open',
  arrangement: { searchText: '', state: null, tag: null, sort: 'name', isDescending: false },
  shape: 'table',
  isNarrow: false,
  canCreate: true,
  busyId: null,
  pageHost: 'localhost',
  selected: new Set(),
  activeId: null,
  bulk: {
    count: 0,
    finding: null,
    plans: [],
    isRunning: false,
    consoles: 0,
    canManage: true,
    onManage: ignore,
    onChoose: ignore,
    onConsoles: ignore,
    onClear: ignore,
  },
  result: null,
  coveredBelow: 0,
  dock: null,
  abilitiesOf: () => administratorAbilities,
  onAct: ignore,
  onArrange: ignore,
  onShape: ignore,
  onSelect: ignore,
  onSelectAll: ignore,
  onActive: ignore,
  onInSight: ignore,
  onOpen: ignore,
  onConsole: ignore,
  onCreate: ignore,
  onNear: ignore,
  onRetry: ignore,
}
const [first, second, third] = gameServers
const chosen = [first, second, third].flatMap(each => each ?? [])
const stopPlan: BulkPlan = { action: 'stop', reached: chosen.slice(0, 2), leftOut: chosen.slice(2) }
const selecting: Partial<GameServersViewProps> = {
  selected: new Set(chosen.map(({ id }) => id)),
  activeId: second?.id ?? null,
  bulk: {
    ...list.bulk,
    count: 3,
    consoles: 3,
    finding: null,
    plans: [
      { action: 'start', reached: [], leftOut: chosen },
      stopPlan,
      { action: 'restart', reached: chosen, leftOut: [] },
      { action: 'kill', reached: chosen, leftOut: [] },
    ],
  },
}
const noCounts = { waiting: 0, working: 0, planned: 0, done: 0, failed: 0, skipped: 0, canceled: 0 }
const underway: BulkAction = {
  ...{ id: 1, action: 'stop', status: 'working', requested_by: { id: 1, login: 'admin' }, total: 3 },
  ...{ counts: { ...noCounts, working: 1, planned: 1, done: 1 }, servers: [] },
  ...{ created_at: '2026-11-19T01:00:00.000Z', ended_at: null },
}
const over: BulkAction = {
  ...underway,
  ...{ status: 'ended', ended_at: '2026-11-19T01:05:00.000Z' },
  counts: { ...noCounts, done: 1, failed: 1, skipped: 1 },
  servers: chosen.slice(1).map(({ id, name }, at) => ({
    ...{ server_id: id, server_name: name, task_id: null },
    ...(at === 0
      ? { status: 'failed', reason: { code: null, message: 'the node is not connected' } }
      : { status: 'skipped', reason: { code: 'forbidden', message: 'not allowed' } }),
  })),
}
const resultOf = (bulk: BulkAction) => (
  <BulkActionView bulk={bulk} leftOut={1} isCanceling={false} onCancel={ignore} onClose={ignore} />
)
const moments = Array.from({ length: 31 }, (_, at) => at * 2).filter(at => at < 24 || at > 30)
const minute = withSamples(
  emptyHistory,
  [
    { name: usageSeries.cpuPercent, points: moments.map(at => [at, 40 + 25 * Math.sin(at / 6)]) },
    { name: usageSeries.memoryBytes, points: moments.map(at => [at, 2.4e9 + at * 8e6]) },
  ],
  60,
)
const ofGameServer = withSamples(emptyHistory, gameServerSamples, 3600)
const limited = { cpu_limit_percent: 200, memory_limit_bytes: 4 * 1024 ** 3 }
const unlimited = { cpu_limit_percent: null, memory_limit_bytes: null }
const outage = new ApiError({ code: 'unreachable', status: 0, message: 'no answer' })
const none = { gameServers: [], total: 0 }
const visible = [1, 13, 3, 14, 11].flatMap(id => gameServerDetail(id) ?? [])

export function GameServerSpecimens() {
  const isNarrow = useMediaQuery('(max-width: 900px)') ?? false
  const here = { ...list, isNarrow }
  return (
    <>
      <Specimen name="States">
        {runStates.map(state => (
          <StatePill key={state} state={state} isNodeOnline />
        ))}
        <StatePill state="running" isNodeOnline={false} />
      </Specimen>
      <Specimen name="CPU and memory: with limits, without, not measured">
        <UsageFigures usage={{ cpuPercent: 64.2, memoryBytes: 2.9e9 }} {...limited} />
        <UsageFigures usage={{ cpuPercent: 143, memoryBytes: 5.4e7 }} {...unlimited} isNamed />
        <UsageFigures usage={null} {...unlimited} />
        <UsageFigures usage={{ cpuPercent: 57, memoryBytes: 2.9e9 }} history={minute} {...limited} />
      </Specimen>
      <Specimen name="List, full">
        <GameServersView {...here} />
      </Specimen>
      <Specimen name="List, some selected">
        <GameServersView {...here} {...selecting} gameServers={gameServers.slice(0, 6)} />
      </Specimen>
      <Specimen name="Tags of several servers">
        <TagManyView
          gameServers={gameServers.slice(0, 6)}
          everyTag={['archive', 'europe', 'weekend']}
          onClose={ignore}
          onTag={ignore}
        />
      </Specimen>
      <Specimen name="Delete several servers">
        <DeleteManyView gameServers={gameServers.slice(0, 12)} onClose={ignore} onDelete={ignore} />
      </Specimen>
      <Specimen name="List as cards, while something is done">
        <GameServersView
          {...here}
          shape="cards"
          result={resultOf(underway)}
          gameServers={gameServers.slice(0, 6)}
        />
      </Specimen>
      <Specimen name="List, what became of it, connection lost">
        <GameServersView
          {...here}
          line="reconnecting"
          result={resultOf(over)}
          gameServers={gameServers.slice(0, 2)}
        />
      </Specimen>
      <Specimen name="List on a phone">
        <GameServersView {...here} isNarrow gameServers={gameServers.slice(0, 4)} />
      </Specimen>
      <Specimen name="List, read only">
        <GameServersView
          {...here}
          canCreate={false}
          abilitiesOf={() => ({})}
          gameServers={gameServers.slice(0, 3)}
        />
      </Specimen>
      <Specimen name="List, nothing matches">
        <GameServersView {...here} gameServers={[]} />
      </Specimen>
      <Specimen name="List, empty">
        <GameServersView {...here} {...none} />
      </Specimen>
      <Specimen name="List, loading">
        <GameServersView {...here} {...none} status="loading" />
      </Specimen>
      <Specimen name="List, problem">
        <GameServersView {...here} {...none} status="problem" problem={outage} />
      </Specimen>
      <Specimen name="Power buttons, in each state">
        {runStates.map(state => (
          <Group key={state} gap={16} mih={48} justify="space-between">
            <StatePill state={state} isNodeOnline />
            <PowerButtons
              gameServer={{ id: 1, name: 'Wolfpack', state, node_online: true }}
              abilities={administratorAbilities}
              retry={state === 'install_failed' ? { action: 'install', start: true } : null}
              onAct={ignore}
            />
          </Group>
        ))}
      </Specimen>
      <Specimen name="Power buttons, while it is asked how to stop">
        <PowerButtons
          gameServer={{ id: 1, name: 'Wolfpack', state: 'running', node_online: true }}
          abilities={administratorAbilities}
          isBusy
          busyAction="stop"
          onAct={ignore}
        />
      </Specimen>
      {visible.map(gameServer => (
        <Specimen key={gameServer.id} name={`One server: ${gameServer.state}, node ${gameServer.node_name}`}>
          <GameServerHeaderView
            gameServer={gameServer}
            abilities={administratorAbilities}
            pageHost="localhost"
            figures={
              <FiguresView
                history={ofGameServer}
                isUp={gameServer.node_online && gameServer.state === 'running'}
                players={gameServer.state === 'running' ? { now: 5, most: 20 } : null}
                limits={gameServer}
              />
            }
            onAct={ignore}
          />
          <OverviewView
            gameServer={gameServer}
            pageHost="localhost"
            canSeeConsole
            nowMs={Date.now()}
            task={null}
            summary={
              <SummaryView
                isNodeOnline
                gameServer={gameServer}
                may={{ files: true, schedules: true, players: true }}
                isUp={gameServer.node_online && gameServer.state === 'running'}
                query={{ players: 8, max_players: 20 }}
                playerNames={['Ann', 'Bobby', 'Chris', 'Dana', 'Eli', 'Finn', 'Gus', 'Hana']}
                usage={{
                  used_bytes: 3_400_000_000,
                  files: 812,
                  limit_bytes: null,
                  free_bytes: 48_000_000_000,
                }}
                lastBackup={gameServer.state === 'running' ? backups[0] : null}
                next={gameServer.state === 'running' ? schedules[0] : null}
              />
            }
            lately={[]}
            gameFiles={
              <GameFilesView
                gameServer={gameServer}
                safety={null}
                mayStop
                playersOnline={8}
                isBusy={false}
                onAct={ignore}
              />
            }
          />
        </Specimen>
      ))}
    </>
  )
}
