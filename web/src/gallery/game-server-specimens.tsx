// The list of game servers, and one game server in its states.

import { runStates } from '@rookery/contracts/run-states.ts'
import { gameServerDetail, gameServers, tasks } from '../../look/fixtures.ts'
import { GameFilesView } from '../features/game-servers/game-files-view.tsx'
import { GameServerHeaderView } from '../features/game-servers/game-server-header-view.tsx'
import {
  GameServersView,
  type GameServersViewProps,
} from '../features/game-servers/list/game-servers-view.tsx'
import { OverviewView } from '../features/game-servers/overview-view.tsx'
import { ApiError } from '../platform/api-error.ts'
import { administratorAbilities } from '../ui/power/power-rules.ts'
import { StatePill } from '../ui/run-state/state-pill.tsx'
import { UsageFigures } from '../ui/usage/usage-figures.tsx'
import { ignore, Specimen } from './specimen.tsx'

const list: GameServersViewProps = {
  status: 'ready',
  gameServers,
  total: gameServers.length,
  matching: gameServers.length,
  page: 1,
  perPage: 100,
  arrangement: { words: '', state: null, sort: 'name', isDescending: false },
  isNarrow: false,
  canCreate: true,
  busyId: null,
  pageHost: 'localhost',
  abilitiesOf: () => administratorAbilities,
  onAct: ignore,
  onArrange: ignore,
  onPage: ignore,
  onCreate: ignore,
  onRetry: ignore,
}
const limited = { cpu_limit_percent: 200, memory_limit_bytes: 4 * 1024 ** 3 }
const unlimited = { cpu_limit_percent: null, memory_limit_bytes: null }
const outage = new ApiError({ code: 'unreachable', status: 0, message: 'no answer' })
const none = { gameServers: [], total: 0, matching: 0 }
const shown = [1, 13, 3, 14, 11].flatMap(id => gameServerDetail(id) ?? [])

export function GameServerSpecimens() {
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
        <UsageFigures usage={{ cpuPercent: 143, memoryBytes: 5.4e7 }} {...unlimited} size="large" />
        <UsageFigures usage={null} {...unlimited} />
      </Specimen>
      <Specimen name="List, full">
        <GameServersView {...list} />
      </Specimen>
      <Specimen name="List on a phone">
        <GameServersView {...list} isNarrow gameServers={gameServers.slice(0, 4)} />
      </Specimen>
      <Specimen name="List, read only">
        <GameServersView
          {...list}
          canCreate={false}
          abilitiesOf={() => ({})}
          gameServers={gameServers.slice(0, 3)}
        />
      </Specimen>
      <Specimen name="List, nothing matches">
        <GameServersView {...list} gameServers={[]} matching={0} />
      </Specimen>
      <Specimen name="List, empty">
        <GameServersView {...list} {...none} />
      </Specimen>
      <Specimen name="List, loading">
        <GameServersView {...list} {...none} status="loading" />
      </Specimen>
      <Specimen name="List, problem">
        <GameServersView {...list} {...none} status="problem" problem={outage} />
      </Specimen>
      {shown.map(gameServer => (
        <Specimen key={gameServer.id} name={`One server: ${gameServer.state}, node ${gameServer.node_name}`}>
          <GameServerHeaderView
            gameServer={gameServer}
            abilities={administratorAbilities}
            pageHost="localhost"
            onAct={ignore}
          />
          <OverviewView
            gameServer={gameServer}
            pageHost="localhost"
            canSeeConsole
            nowMs={Date.now()}
            task={null}
            earlierTasks={tasks.filter(task => task.server_id === gameServer.id)}
            gameFiles={<GameFilesView gameServer={gameServer} isBusy={false} onAct={ignore} />}
          />
        </Specimen>
      ))}
    </>
  )
}
