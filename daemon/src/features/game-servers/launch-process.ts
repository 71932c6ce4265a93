// Starts the process of a game server as its definition says, under the process manager that it names.

import type { GameServerDefinition } from '@rookery/contracts/daemon/game-server-definition.ts'
import type {
  Launch,
  ProcessManager,
  ProcessManagers,
  RunningProcess,
} from '../../platform/process-managers/process-manager.ts'
import { type Consoles, usualTerminal } from '../console/console.ts'
import type { GameServerFolders } from './game-server-folders.ts'
import type { Action } from './logic/action.ts'
import { launchProblem, renderCommand, renderEnvironment } from './logic/render-environment.ts'
import { settlesWithin } from './stop-process.ts'

const outputReadLimitMs = 5_000

export interface LaunchMeans {
  processManagers: ProcessManagers
  consoles: Consoles
  folders: GameServerFolders
  nodeBinary: string
  timeZone: string
}

/** Throws in words when it cannot be started. */
export async function launchProcess(
  id: number,
  definition: GameServerDefinition,
  action: Action,
  { processManagers, consoles, folders, nodeBinary, timeZone }: LaunchMeans,
): Promise<RunningProcess> {
  const processManager = requireManager(processManagers, definition.process_manager)
  action.say('checking its folder')
  const { path, uid } = await folders.prepare(id, definition.uuid)
  const env = renderEnvironment({ folder: path, timeZone, ofDefinition: definition.environment })
  const argv = renderCommand(definition.command, nodeBinary)
  const problem = launchProblem(argv, env)
  if (problem) throw new Error(problem)
  const last = consoles.current(id)
  // The output of the last run is dropped for the new one, so readers must have it first.
  if (last) await settlesWithin(last.over, outputReadLimitMs)
  action.say('starting its process')
  return processManager.start({
    id,
    argv,
    cwd: path,
    env,
    ...(uid === undefined ? {} : { uid, gid: uid }),
    ...usualTerminal,
    ...boundsOf(definition),
  })
}

function requireManager(managers: ProcessManagers, name: ProcessManager['name']): ProcessManager {
  const manager = managers.of(name)
  if (manager) return manager
  const offered = managers.present.join(', ') || 'none at all'
  throw new Error(`this node cannot run game servers under ${name}: it offers ${offered}`)
}

function boundsOf({ limits, container, ports }: GameServerDefinition): Pick<Launch, 'limits' | 'container'> {
  return {
    limits: {
      ...(limits.memory_bytes === null ? {} : { memoryBytes: limits.memory_bytes }),
      ...(limits.cpu_percent === null ? {} : { cpuPercent: limits.cpu_percent }),
    },
    ...(container && {
      container: { image: container.image, ports, readOnlyRoot: container.read_only_root },
    }),
  }
}
