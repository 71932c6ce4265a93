// Opens every process manager that this node offers: its own processes always, the others where they answer.

import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import {
  type ContainerEngineName,
  containerEngineNames,
  type ProcessManagerName,
  processManagerNames,
} from '@rookery/contracts/process-managers.ts'
import type { Log } from '../log.ts'
import { answersAt, openContainerManager } from './containers/containers.ts'
import type { KeeperOptions } from './process/keeper-process-manager.ts'
import { findLaunchGuards } from './process/launch-guards.ts'
import { openProcessManager } from './process/process.ts'
import type { ProcessManager, ProcessManagers, RunningProcess } from './process-manager.ts'
import { isSystemdPresent, openSystemdManager, whyNoSystemd } from './systemd/systemd.ts'

/** Where an engine answers: a path, `false` for "not to be used"; left out, the usual places are tried. */
export type EngineSocket = string | false | undefined

export interface ProcessManagersOptions {
  dataFolder: string
  keeper: KeeperOptions
  sockets: Record<ContainerEngineName, EngineSocket>
  /** The one that this node is meant for; told with a reason when it is not there. */
  preferred?: ProcessManagerName
  log: Log
  /** How often an engine that was not there is looked for again. */
  pollMs?: number
}

const defaultPollMs = 30_000

export async function openProcessManagers(options: ProcessManagersOptions): Promise<ProcessManagers> {
  const managers = new OpenManagers(options)
  await managers.openAll()
  return managers
}

class OpenManagers implements ProcessManagers {
  readonly #options: ProcessManagersOptions
  readonly #open = new Map<ProcessManagerName, ProcessManager>()
  #lookingAgain: NodeJS.Timeout | undefined

  constructor(options: ProcessManagersOptions) {
    this.#options = options
  }

  get present(): readonly ProcessManagerName[] {
    return processManagerNames.filter(name => this.#open.has(name))
  }

  of(name: ProcessManagerName): ProcessManager | null {
    return this.#open.get(name) ?? null
  }

  async adopt(): Promise<{ running: RunningProcess[]; unanswered: ProcessManagerName[] }> {
    const unanswered: ProcessManagerName[] = []
    const found = await Promise.all(
      [...this.#open.values()].map(manager =>
        manager.adopt().catch((error: unknown) => {
          unanswered.push(manager.name)
          const message = `the game servers under ${manager.name} could not be looked for: they are asked for again`
          this.#options.log.error({ err: error }, message)
          return []
        }),
      ),
    )
    return { running: found.flat(), unanswered }
  }

  async close(): Promise<void> {
    clearInterval(this.#lookingAgain)
    await Promise.all([...this.#open.values()].map(manager => manager.close()))
  }

  async openAll(): Promise<void> {
    const { keeper, pollMs } = this.#options
    this.#open.set('process', openProcessManager(keeper))
    const { missing } = findLaunchGuards()
    if (missing !== null) this.#options.log.warn(missing)
    if (isSystemdPresent()) {
      const socketFile = join(dirname(keeper.socketFile), 'systemd.sock')
      const setAside = (reason: string, error: unknown) => this.#options.log.error({ err: error }, reason)
      this.#open.set('systemd', openSystemdManager({ ...keeper, socketFile, setAside }))
    }
    await this.#openEngines()
    const { preferred } = this.#options
    if (preferred !== undefined && !this.#open.has(preferred)) {
      const offered = this.present.join(', ')
      const why = (preferred === 'systemd' ? whyNoSystemd() : null) ?? 'it does not answer here'
      this.#options.log.warn(
        `daemon.yaml names ${preferred}, which cannot be used: ${why}; offered: ${offered}`,
      )
    }
    this.#lookingAgain = setInterval(() => void this.#openEngines(), pollMs ?? defaultPollMs).unref()
  }

  /** An engine named in daemon.yaml counts as there even while it is away; starts then say what is wrong. */
  async #openEngines(): Promise<void> {
    for (const name of containerEngineNames) {
      const named = this.#options.sockets[name]
      if (named === false || this.#open.has(name)) continue
      const socketFile = named ?? (await findEngine(name))
      if (socketFile === null) continue
      this.#open.set(name, this.#openEngine(name, socketFile))
      this.#options.log.info({ socket: socketFile }, `game servers can run under ${name}`)
    }
  }

  #openEngine(engine: ContainerEngineName, socketFile: string): ProcessManager {
    const { dataFolder } = this.#options
    return openContainerManager({
      engine,
      socketFile,
      owner: createHash('sha256').update(dataFolder).digest('hex').slice(0, 10),
      stateFolder: join(dataFolder, 'containers'),
    })
  }
}

async function findEngine(name: ContainerEngineName): Promise<string | null> {
  for (const socketFile of usualSockets(name)) {
    if (existsSync(socketFile) && (await answersAt(name, socketFile))) return socketFile
  }
  return null
}

function usualSockets(name: ContainerEngineName): string[] {
  if (name === 'docker') return ['/run/docker.sock', '/var/run/docker.sock']
  const uid = process.getuid?.() ?? 0
  return uid === 0 ? ['/run/podman/podman.sock'] : [`/run/user/${uid}/podman/podman.sock`]
}
