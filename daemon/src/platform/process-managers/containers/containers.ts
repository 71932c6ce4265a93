// The process managers that keep each game in a container of its own, with Docker or with Podman.

import { randomBytes } from 'node:crypto'
import { stat } from 'node:fs/promises'
import type { ContainerEngineName } from '@rookery/contracts/process-managers.ts'
import type { ContainerInspectInfo } from 'dockerode'
import { launchProblem } from '../../../keeper/launch/launch-description.ts'
import {
  type Container,
  type Launch,
  LaunchError,
  type OneOffJob,
  type ProcessManager,
  type RunningProcess,
} from '../process-manager.ts'
import { AttachedTerminal } from './attached-terminal.ts'
import { CheckpointFile, readCheckpoint } from './checkpoint-file.ts'
import { ContainerLife } from './container-life.ts'
import { Engine, EngineProblem } from './engine.ts'
import { fetchImage } from './fetch-image.ts'
import { whyNotRunnable } from './find-program.ts'
import { containerName, containerSettings, labels } from './logic/container-settings.ts'
import { startRefusal } from './logic/engine-messages.ts'
import { removeOneOffs, runOneOff } from './one-off-container.ts'
import { OutputRecord } from './output-record.ts'
import { removeContainer } from './remove-container.ts'
import { RunningContainer } from './running-container.ts'

/** A container that never started and is younger than this may be the work of another start. */
const unstartedLimitMs = 10_000
const leastMemoryBytes = 6 * 1024 * 1024

export interface ContainerManagerOptions {
  engine: ContainerEngineName
  /** Where the engine's API answers. */
  socketFile: string
  /** Names this daemon among all that use the same engine. */
  owner: string
  /** Small files that tell how far the output of each container was read. */
  stateFolder: string
}

/** Whether this engine, and no other, answers there. */
export async function answersAt(engine: ContainerEngineName, socketFile: string): Promise<boolean> {
  return new Engine(engine, socketFile).check().then(
    () => true,
    () => false,
  )
}

export function openContainerManager(options: ContainerManagerOptions): ProcessManager {
  return new ContainerManager(options)
}

class ContainerManager implements ProcessManager {
  readonly name: ContainerEngineName
  readonly #engine: Engine
  readonly #options: ContainerManagerOptions
  readonly #closing = new AbortController()
  readonly #held = new Map<string, RunningContainer>()
  readonly #checkpoints = new Set<CheckpointFile>()
  readonly #starting = new Set<number>()
  #hasInit = true

  constructor(options: ContainerManagerOptions) {
    this.name = options.engine
    this.#options = options
    this.#engine = new Engine(options.engine, options.socketFile)
  }

  async start(launch: Launch): Promise<RunningProcess> {
    if (this.#starting.has(launch.id)) throw alreadyRunning(launch.id)
    this.#starting.add(launch.id)
    try {
      const container = await this.#check(launch)
      return await this.#start(launch, container).catch((error: unknown) => {
        if (!this.#hasInit || !lacksInit(error)) throw error
        this.#hasInit = false
        return this.#start(launch, container)
      })
    } catch (error) {
      const { container: { image = '' } = {}, argv } = launch
      throw this.#asLaunchError(error, { id: launch.id, image, program: argv[0] ?? '' })
    } finally {
      this.#starting.delete(launch.id)
    }
  }

  async adopt(): Promise<RunningProcess[]> {
    await removeOneOffs(this.#engine, this.#options.owner)
    const found = await this.#engine.list(`${labels.owner}=${this.#options.owner}`)
    const adopted: RunningProcess[] = []
    for (const { Id } of found) {
      const inspected = await this.#engine.inspect(Id)
      if (hasStarted(inspected)) adopted.push(await this.#adopt(inspected))
    }
    return adopted
  }

  async find(id: number): Promise<RunningProcess | null> {
    const found = await this.#inspect(containerName(this.#options.owner, id))
    return found?.State.Running ? this.#adopt(found) : null
  }

  async close(): Promise<void> {
    this.#closing.abort()
    for (const checkpoint of this.#checkpoints) checkpoint.close()
  }

  async #check(launch: Launch): Promise<Container> {
    const { container, limits } = launch
    if (container === undefined) {
      throw new LaunchError('invalid', `its template names no image, which ${this.name} needs`)
    }
    const problem = launchProblem(launch)
    if (problem !== null) throw new LaunchError('invalid', problem)
    if (limits.memoryBytes !== undefined && limits.memoryBytes < leastMemoryBytes) {
      throw new LaunchError(
        'invalid',
        `a container needs a memory limit of at least ${leastMemoryBytes} bytes`,
      )
    }
    const isFolder = await stat(launch.cwd).then(
      found => found.isDirectory(),
      () => false,
    )
    if (!isFolder) throw new LaunchError('not_runnable', `the folder ${launch.cwd} does not exist`)
    return container
  }

  async runOnce(job: OneOffJob): Promise<number> {
    try {
      await fetchImage(this.#engine, job.image, job.pull, job.signal)
      return await runOneOff(this.#engine, this.#options.owner, job)
    } catch (error) {
      const [program = ''] = job.argv
      throw this.#asLaunchError(error, { id: job.id, image: job.image, program })
    }
  }

  async #start(launch: Launch, container: Container): Promise<RunningProcess> {
    await this.#removeLastRun(launch.id)
    await fetchImage(this.#engine, container.image, container.pull ?? null)
    const streamId = randomBytes(9).toString('base64url')
    const containerId = await this.#create(launch, container, streamId)
    try {
      const problem = await whyNotRunnable(this.#engine, containerId, launch)
      if (problem !== null) throw new LaunchError('not_runnable', problem)
      const terminal = new AttachedTerminal(await this.#engine.attach(containerId))
      await this.#engine.start(containerId)
      const { running, life } = this.#hold(await this.#engine.inspect(containerId))
      life.begin(terminal)
      // Refused only when it has ended already.
      await running.resize(launch.cols, launch.rows).catch(() => {})
      return running
    } catch (error) {
      await removeContainer(this.#engine, containerId).catch(() => {})
      throw error
    }
  }

  #create(launch: Launch, container: Container, streamId: string): Promise<string> {
    const settings = containerSettings(launch, container, {
      owner: this.#options.owner,
      streamId,
      uid: process.getuid?.() ?? 0,
      gid: process.getgid?.() ?? 0,
      engine: this.name,
      hasInit: this.#hasInit,
    })
    return this.#engine.create(settings)
  }

  /** An exit that is still kept gives way to a new start; something alive does not. */
  async #removeLastRun(id: number): Promise<void> {
    const former = await this.#inspect(containerName(this.#options.owner, id))
    if (former === null) return
    if (former.State.Running) throw alreadyRunning(id)
    const ageMs = Date.now() - Date.parse(former.Created)
    if (!hasStarted(former) && ageMs < unstartedLimitMs) throw alreadyRunning(id)
    if (hasStarted(former)) await (await this.#adopt(former)).forget()
    else await removeContainer(this.#engine, former.Id)
  }

  async #inspect(name: string): Promise<ContainerInspectInfo | null> {
    try {
      return await this.#engine.inspect(name)
    } catch (error) {
      if (error instanceof EngineProblem && error.status === 404) return null
      throw error
    }
  }

  async #adopt(inspected: ContainerInspectInfo): Promise<RunningContainer> {
    const held = this.#held.get(inspected.Id)
    if (held) return held
    const { running, life } = this.#hold(inspected)
    const known = readCheckpoint(this.#options.stateFolder, running.streamId)
    if (inspected.State.Running) await life.adopt(known)
    else await life.bury(inspected.State, known)
    return running
  }

  #hold(inspected: ContainerInspectInfo): { running: RunningContainer; life: ContainerLife } {
    const { Id, State, HostConfig, Config } = inspected
    const record = new OutputRecord(Config.Labels[labels.stream] ?? Id)
    const life = new ContainerLife(this.#engine, Id, record, this.#closing.signal)
    const checkpoint = new CheckpointFile(this.#options.stateFolder, record)
    this.#checkpoints.add(checkpoint)
    const running = new RunningContainer({
      id: Number(Config.Labels[labels.id]),
      containerId: Id,
      pid: State.Pid,
      startedAtMs: Date.parse(State.StartedAt),
      memoryLimitBytes: HostConfig.Memory ?? 0,
      engine: this.#engine,
      record,
      life,
      checkpoint,
      closing: this.#closing.signal,
    })
    this.#held.set(Id, running)
    return { running, life }
  }

  #asLaunchError(error: unknown, asked: { id: number; image: string; program: string }): LaunchError {
    if (error instanceof LaunchError) return error
    const cause = error instanceof Error ? error : new Error(String(error))
    const { code, message, about } = startRefusal({
      engine: this.name,
      image: asked.image,
      program: asked.program,
      status: error instanceof EngineProblem ? error.status : 500,
      message: cause.message,
    })
    return code === 'already_running'
      ? alreadyRunning(asked.id)
      : new LaunchError(code, message, { cause, ...(about && { about }) })
  }
}

/** The first process that an engine puts before the game is a package of its own, which may not be installed. */
function lacksInit(error: unknown): boolean {
  return error instanceof EngineProblem && /init binary not found|docker-init/i.test(error.message)
}

function hasStarted({ State }: ContainerInspectInfo): boolean {
  return State.Status !== 'created' && !State.StartedAt.startsWith('0001-')
}

function alreadyRunning(id: number): LaunchError {
  return new LaunchError('already_running', `game server ${id} is already running: stop it first`)
}
