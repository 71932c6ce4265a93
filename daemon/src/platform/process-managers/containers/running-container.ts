// One game in a container, as the daemon holds it: started just now or adopted, running or ended.

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import {
  type OutputChunk,
  ProcessError,
  type ProcessExit,
  type ProcessSignal,
  type ProcessUsage,
  type RunningProcess,
} from '../process-manager.ts'
import type { CheckpointFile } from './checkpoint-file.ts'
import type { ContainerLife } from './container-life.ts'
import { type Engine, EngineProblem } from './engine.ts'
import { pageCacheOf, usageOfStats } from './logic/usage-of-stats.ts'
import type { OutputRecord } from './output-record.ts'
import { removeContainer } from './remove-container.ts'

const endLimitMs = 15_000
const pauseTries = 5
const resizeAgainMs = 300
/** Control groups of version 1, then of version 2. */
const cgroupRoots = ['/sys/fs/cgroup/memory', '/sys/fs/cgroup']

export interface HeldContainer {
  id: number
  containerId: string
  pid: number
  startedAtMs: number
  memoryLimitBytes: number
  engine: Engine
  record: OutputRecord
  life: ContainerLife
  checkpoint: CheckpointFile
  closing: AbortSignal
}

export class RunningContainer implements RunningProcess {
  readonly id: number
  readonly pid: number
  readonly streamId: string
  readonly startedAtMs: number
  readonly exit: Promise<ProcessExit>
  readonly #held: HeldContainer
  #resizeAgain: NodeJS.Timeout | undefined
  #cgroupPath: Promise<string | null> | null = null

  constructor(held: HeldContainer) {
    this.id = held.id
    this.pid = held.pid
    this.streamId = held.record.streamId
    this.startedAtMs = held.startedAtMs
    this.exit = held.life.exit
    this.#held = held
  }

  get containerId(): string {
    return this.#held.containerId
  }

  async write(bytes: Uint8Array): Promise<void> {
    this.#held.life.write(bytes)
  }

  async resize(cols: number, rows: number): Promise<void> {
    await this.#ask(engine => engine.resize(this.containerId, cols, rows))
    clearTimeout(this.#resizeAgain)
    if (this.#held.engine.name !== 'podman') return
    // Podman loses one of two sizes that come close together; the same size once more does no harm.
    this.#resizeAgain = setTimeout(() => {
      void this.#ask(engine => engine.resize(this.containerId, cols, rows)).catch(() => {})
    }, resizeAgainMs).unref()
  }

  async signal(name: ProcessSignal): Promise<void> {
    if (name === 'SIGKILL') return this.endTree()
    if (name === 'SIGSTOP') return this.#pause()
    if (name === 'SIGCONT') return this.#unpause()
    await this.#ask(engine => engine.kill(this.containerId, name))
  }

  /** The kernel ends everything in a container together with its first process. */
  async endTree(): Promise<void> {
    const deadline = performance.now() + endLimitMs
    while (!this.#held.life.isEnded) {
      await this.#killOnce()
      await Promise.race([this.exit, delay(100)])
      if (performance.now() > deadline) {
        throw new ProcessError('survives', `the container of game server ${this.id} could not be ended`)
      }
    }
  }

  async usage(): Promise<ProcessUsage> {
    if (this.#held.life.isEnded) throw new ProcessError('ended', 'the process has ended')
    const stats = await this.#ask(engine => engine.stats(this.containerId))
    const pageCacheBytes = stats.memory_stats?.stats ? null : await this.#readPageCache()
    return usageOfStats({ stats, memoryLimitBytes: this.#held.memoryLimitBytes, pageCacheBytes })
  }

  output(fromSeq: number): AsyncIterable<OutputChunk> {
    return this.#held.record.watch(fromSeq, this.#held.closing)
  }

  async forget(): Promise<void> {
    if (!this.#held.life.isEnded)
      throw new ProcessError('still_running', 'it is still running: stop it first')
    try {
      await removeContainer(this.#held.engine, this.containerId)
    } catch (error) {
      throw asProcessError(error)
    }
    this.#held.checkpoint.remove()
  }

  async #killOnce(): Promise<void> {
    const { engine } = this.#held
    try {
      await engine.kill(this.containerId, 'SIGKILL')
    } catch (error) {
      if (error instanceof EngineProblem && error.status === null) throw asProcessError(error)
      // A paused one cannot always be killed; one that has ended is refused, and seen as ended soon.
      await engine.unpause(this.containerId).catch(() => {})
    }
  }

  /** The freezer of older control groups may need more than one try on a busy container. */
  async #pause(): Promise<void> {
    for (let left = pauseTries; ; left -= 1) {
      try {
        return await this.#held.engine.pause(this.containerId)
      } catch (error) {
        if (await this.#isPaused()) return
        if (left <= 1) throw asProcessError(error)
        await delay(100)
      }
    }
  }

  async #unpause(): Promise<void> {
    try {
      await this.#held.engine.unpause(this.containerId)
    } catch (error) {
      if (await this.#isPaused()) throw asProcessError(error)
    }
  }

  async #isPaused(): Promise<boolean> {
    return (await this.#ask(engine => engine.inspect(this.containerId))).State.Paused
  }

  async #readPageCache(): Promise<number | null> {
    this.#cgroupPath ??= this.#held.engine.cgroupPath(this.containerId).catch(() => null)
    const path = await this.#cgroupPath
    return path === null ? null : readPageCache(path)
  }

  async #ask<Answer>(call: (engine: Engine) => Promise<Answer>): Promise<Answer> {
    if (this.#held.life.isEnded) throw new ProcessError('ended', 'the process has ended')
    try {
      return await call(this.#held.engine)
    } catch (error) {
      throw asProcessError(error)
    }
  }
}

/** How much of a control group's memory is only pages of files, for an engine whose statistics do not say so. */
async function readPageCache(cgroupPath: string): Promise<number | null> {
  for (const root of cgroupRoots) {
    try {
      const text = await readFile(join(root, cgroupPath, 'memory.stat'), 'utf8')
      const lines = text.trim().split('\n')
      return pageCacheOf(
        Object.fromEntries(
          lines.map(line => {
            const [name = '', value = ''] = line.split(' ')
            return [name, Number(value)]
          }),
        ),
      )
    } catch {
      // Not here.
    }
  }
  return null
}

function isGone(error: unknown): boolean {
  return error instanceof EngineProblem && error.status === 404
}

function asProcessError(error: unknown): ProcessError {
  if (error instanceof ProcessError) return error
  const cause = error instanceof Error ? error : new Error(String(error))
  const isOver =
    isGone(error) || /not running|state improper|can only (kill|resize|pause)/i.test(cause.message)
  if (isOver) return new ProcessError('ended', 'the process has ended', { cause })
  return new ProcessError('unavailable', cause.message, { cause })
}
