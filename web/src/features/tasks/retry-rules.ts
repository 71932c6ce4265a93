// Which failed tasks can be asked for once more, exactly as they were.

import type { GameServer } from '@rookery/contracts/http/game-servers.ts'
import type { Task } from '@rookery/contracts/http/tasks.ts'
import { fitsState, type PowerAction } from '../../parts/power/power-rules.ts'

const retriedKinds = ['install', 'update', 'start', 'stop', 'restart'] as const

type Server = Pick<GameServer, 'id' | 'state' | 'node_online'>
type FailedTask = Pick<Task, 'id' | 'kind' | 'status' | 'server_id'>

/** Null where it did not fail, where nobody asks for it this way, or where the server has moved on since. */
export function retryOf(task: FailedTask, gameServer: Server | undefined): PowerAction | null {
  const action = retriedKinds.find(kind => kind === task.kind)
  if (task.status !== 'error' || !action || !gameServer) return null
  return fitsState(action, gameServer.state, gameServer.node_online) ? action : null
}

/** Given newest first: only the last of a server, as what came after it counts. */
export const isLatestOfServer = (task: FailedTask, tasks: readonly FailedTask[]): boolean =>
  tasks.find(({ server_id }) => server_id === task.server_id)?.id === task.id
