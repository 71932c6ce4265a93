// Starts the process of a game server as its definition says, under the process manager that it names.

import type { GameServerDefinition } from '@rookery/contracts/daemon/game-server-definition.ts'
import { reasonOf } from '@rookery/contracts/reasons.ts'
import { type Clock, settlesWithin } from '../../../platform/clock.ts'
import type { ConfinedRoot } from '../../../platform/confined-files.ts'
import {
  type Launch,
  LaunchError,
  type ProcessManager,
  type ProcessManagers,
  type RunningProcess,
} from '../../../platform/process-managers/process-manager.ts'
import { type Consoles, usualTerminal } from '../../console/console.ts'
import type { GameServerFolders } from '../game-server-folders.ts'
import type { Action } from '../logic/action.ts'
import { launchProblem, renderCommand, renderEnvironment } from '../logic/render-environment.ts'

const outputReadLimitMs = 5_000

export interface LaunchDeps {
  processManagers: ProcessManagers
  consoles: Consoles
  folders: GameServerFolders
  clock: Clock
  /** What is wrong when its files take more than its disk limit; null when they do not. */
  diskProblem: (gameServerId: number) => Promise<string | null>
  nodeBinary: string
  timeZone: string
  /** Sets what the definition wants in the game's own files; what cannot be set is said, and never fails a start. */
  adjustConfigFiles: (
    gameServerId: number,
    root: ConfinedRoot,
    files: GameServerDefinition['config_files'],
    say: (message: string) => void,
  ) => Promise<void>
}

/** Throws with a reason when it cannot be started. */
export async function launchProcess(
  id: number,
  definition: GameServerDefinition,
  action: Action,
  {
    processManagers,
    consoles,
    folders,
    clock,
    diskProblem,
    nodeBinary,
    timeZone,
    adjustConfigFiles,
  }: LaunchDeps,
): Promise<RunningProcess> {
  const processManager = requireManager(processManagers, definition.process_manager)
  action.say(reasonOf('checkingFolder'))
  const place = await folders.prepare(id, definition.uuid)
  const overLimit = definition.limits.disk_bytes === null ? null : await diskProblem(id)
  if (overLimit !== null) throw new Error(overLimit)
  const command = renderCommand(definition.command, nodeBinary)
  const launch = launchOf(id, definition, command, { ...place, timeZone, say: action.say })
  const last = consoles.current(id)
  // The output of the last run is dropped for the new one, so readers must have it first.
  if (last) await settlesWithin(last.over, outputReadLimitMs, clock)
  const { uuid, config_files } = definition
  if (config_files.length > 0) {
    action.say(reasonOf('adjustingConfig'))
    await folders.work(id, uuid, root => adjustConfigFiles(id, root, config_files, action.say))
  }
  action.say(reasonOf('startingProcess'))
  return processManager.start(launch)
}

/** What lives of a game server under this manager although its start has failed; null as well when it cannot be told. */
export async function findLiving(
  id: number,
  manager: ProcessManager['name'],
  managers: ProcessManagers,
): Promise<RunningProcess | null> {
  return (
    (await managers
      .of(manager)
      ?.find(id)
      .catch(() => null)) ?? null
  )
}

export interface LaunchPlace {
  path: string
  uid: number | undefined
  timeZone: string
  say: (message: string) => void
}

/** How a program is started as this game server: its user, folder, environment and limits. */
export function launchOf(
  id: number,
  definition: GameServerDefinition,
  argv: string[],
  { path, uid, timeZone, say }: LaunchPlace,
): Launch {
  const env = renderEnvironment({ folder: path, timeZone, ofDefinition: definition.environment })
  const problem = launchProblem(argv, env)
  if (problem) throw new Error(problem)
  return {
    id,
    argv,
    cwd: path,
    env,
    ...(uid === undefined ? {} : { uid, gid: uid }),
    ...usualTerminal,
    ...boundsOf(definition, say),
  }
}

export function requireManager(managers: ProcessManagers, name: ProcessManager['name']): ProcessManager {
  const manager = managers.of(name)
  if (manager) return manager
  const offered = managers.present.join(', ') || 'none at all'
  const message = reasonOf('managerMissing', { manager: name, offered })
  throw new LaunchError('unavailable', message, { about: { what: 'engine', name } })
}

function boundsOf(
  { limits, container, ports }: GameServerDefinition,
  say: (message: string) => void,
): Pick<Launch, 'limits' | 'container'> {
  return {
    limits: {
      ...(limits.memory_bytes === null ? {} : { memoryBytes: limits.memory_bytes }),
      ...(limits.cpu_percent === null ? {} : { cpuPercent: limits.cpu_percent }),
    },
    ...(container && {
      container: {
        image: container.image,
        ports,
        readOnlyRoot: container.read_only_root,
        ...(container.folder === null ? {} : { folder: container.folder }),
        pull: container.pull ? say : null,
      },
    }),
  }
}
