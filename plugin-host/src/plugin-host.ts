// Runs one untrusted WebAssembly plugin in a thread of its own: one call at a time, within limits, with one way out.
//
// A plugin that breaks a limit or traps ends, and with it every call that waits; the process that hosts it goes on. It
// has no file system, environment, clock or socket: `hostCall` is all that it can reach.

import { Worker } from 'node:worker_threads'
import { GuestClock } from './guest-clock.ts'
import { BrokenModule } from './logic/binary-reader.ts'
import { capModule } from './logic/cap-module.ts'
import type { FromWorker, ToWorker, WorkerStart } from './messages.ts'
import { webAssembly } from './web-assembly.ts'

export { BrokenModule } from './logic/binary-reader.ts'

/** What one plugin may use; nothing of it can be raised by the plugin itself. */
export interface PluginLimits {
  moduleBytes: number
  /** Of 64 KiB. */
  memoryPages: number
  tableEntries: number
  /** For compiling and starting. */
  startMs: number
  /** The plugin's own work within one call; while it waits for the host, no time passes. */
  callMs: number
  /** One call from its beginning to its end, waiting included. */
  wholeCallMs: number
  hostCalls: number
  /** Of one message, either way. */
  messageBytes: number
  waitingCalls: number
}

export const defaultLimits: PluginLimits = {
  moduleBytes: 8 * 1024 * 1024,
  memoryPages: 256,
  tableEntries: 10_000,
  startMs: 10_000,
  callMs: 2_000,
  wholeCallMs: 60_000,
  hostCalls: 1_000,
  messageBytes: 1024 * 1024,
  waitingCalls: 64,
}

export interface PluginOptions {
  module: Uint8Array
  limits?: Partial<PluginLimits>
  /** What the plugin asks of its host. What it throws as PluginRefusal is told to the plugin, anything else is not. */
  hostCall: (name: string, argument: unknown, signal: AbortSignal) => Promise<unknown>
  /** The program of the thread, when it is bundled. */
  workerFile?: URL
}

interface WaitingCall {
  id: number
  text: string
  resolve: (answer: unknown) => void
  reject: (error: Error) => void
}

const workerSource = new URL('./plugin-worker.ts', import.meta.url)
/** Of the thread itself, beside the plugin's own memory. */
const threadLimits = { maxOldGenerationSizeMb: 32, maxYoungGenerationSizeMb: 4, stackSizeMb: 4 }

export class RunningPlugin {
  /** Why it ended, in words; never rejects. */
  readonly ended: Promise<string>
  readonly #end = Promise.withResolvers<string>()
  readonly #ready = Promise.withResolvers<void>()
  readonly #options: PluginOptions
  readonly #limits: PluginLimits
  readonly #worker: Worker
  readonly #clock: GuestClock
  readonly #over = new AbortController()
  readonly #waiting: WaitingCall[] = []
  #current: WaitingCall | null = null
  #lastId = 0
  #endMessage: string | null = null

  constructor(options: PluginOptions, limits: PluginLimits, module: Uint8Array) {
    this.ended = this.#end.promise
    this.#options = options
    this.#limits = limits
    this.#clock = new GuestClock({
      ...limits,
      tooLong: reason => this.#finish(reason),
    })
    const workerData: WorkerStart = { module, limits }
    this.#worker = new Worker(options.workerFile ?? workerSource, {
      workerData,
      env: {},
      argv: [],
      execArgv: [],
      stdout: true,
      stderr: true,
      resourceLimits: threadLimits,
    })
    this.#worker.on('message', (message: FromWorker) => this.#hear(message))
    this.#worker.on('error', error => this.#finish(`its thread failed: ${error.message}`))
    this.#worker.on('exit', () => this.#finish('its thread has ended'))
    // A plugin never keeps its host alive.
    this.#worker.unref()
  }

  /** Resolves when calls can be made; throws PluginEnded when the module cannot be used. */
  async started(): Promise<void> {
    const timer = setTimeout(() => this.#finish('it took too long to start'), this.#limits.startMs)
    try {
      await this.#ready.promise
    } finally {
      clearTimeout(timer)
    }
  }

  /** Throws PluginRefusal, PluginBusy or PluginEnded. Calls are made one after another, in order. */
  async call(name: string, argument: unknown): Promise<unknown> {
    if (this.#endMessage !== null) throw new PluginEnded(this.#endMessage)
    if (this.#waiting.length >= this.#limits.waitingCalls) throw new PluginBusy(this.#waiting.length)
    const text = JSON.stringify({ call: name, argument })
    if (text.length > this.#limits.messageBytes) throw new PluginRefusal('this is too much for one call')
    const { promise, resolve, reject } = Promise.withResolvers<unknown>()
    this.#lastId += 1
    this.#waiting.push({ id: this.#lastId, text, resolve, reject })
    this.#next()
    return promise
  }

  async close(): Promise<void> {
    this.#finish('it was stopped')
    await this.#worker.terminate()
  }

  #next(): void {
    if (this.#current !== null || this.#endMessage !== null) return
    this.#current = this.#waiting.shift() ?? null
    if (this.#current === null) return
    const { id, text } = this.#current
    this.#clock.begin()
    this.#send({ kind: 'call', id, text })
  }

  #send(message: ToWorker): void {
    this.#worker.postMessage(message)
  }

  #hear(message: FromWorker): void {
    if (this.#endMessage !== null) return
    if (message.kind === 'ready') this.#ready.resolve()
    else if (message.kind === 'answer') this.#answered(message)
    else if (message.kind === 'host-call') void this.#serve(message.text)
    else this.#finish(message.message)
  }

  #answered({ id, text }: { id: number; text: string }): void {
    const call = this.#current
    const answer = readAnswer(text)
    if (call?.id !== id || answer === null) {
      this.#finish(
        answer === null
          ? 'its answer is not { answer } or { error: words }'
          : 'it answered what nobody asked',
      )
      return
    }
    this.#clock.end()
    this.#current = null
    if (answer.error === undefined) call.resolve(answer.answer)
    else call.reject(new PluginRefusal(answer.error))
    this.#next()
  }

  async #serve(text: string): Promise<void> {
    this.#clock.wait()
    const answer = await this.#ask(text)
    if (this.#endMessage !== null) return
    this.#clock.goOn()
    const answerText = JSON.stringify(answer)
    const fits = answerText.length <= this.#limits.messageBytes
    this.#send({
      kind: 'host-answer',
      text: fits ? answerText : JSON.stringify({ error: 'the answer is too large' }),
    })
  }

  async #ask(text: string): Promise<{ answer: unknown } | { error: string }> {
    try {
      const asked: unknown = JSON.parse(text)
      if (typeof asked !== 'object' || asked === null || !('call' in asked) || typeof asked.call !== 'string')
        return { error: 'a host call needs a name' }
      const argument = 'argument' in asked ? asked.argument : undefined
      return { answer: (await this.#options.hostCall(asked.call, argument, this.#over.signal)) ?? null }
    } catch (error) {
      if (error instanceof PluginRefusal) return { error: error.message }
      if (error instanceof SyntaxError) return { error: 'a host call must be JSON' }
      return { error: 'the host could not do this' }
    }
  }

  #finish(reason: string): void {
    if (this.#endMessage !== null) return
    this.#endMessage = reason
    this.#clock.end()
    this.#over.abort()
    const error = new PluginEnded(reason)
    this.#ready.promise.catch(() => {})
    this.#ready.reject(error)
    this.#current?.reject(error)
    for (const call of this.#waiting.splice(0)) call.reject(error)
    void this.#worker.terminate()
    this.#end.resolve(reason)
  }
}

function readAnswer(text: string): { answer?: unknown; error?: string } | null {
  try {
    const answer: unknown = JSON.parse(text)
    if (typeof answer !== 'object' || answer === null) return null
    if ('error' in answer && typeof answer.error !== 'string') return null
    return answer
  } catch {
    return null
  }
}

/** Throws BrokenModule when the module is refused before it runs, PluginEnded when it cannot start. */
export async function startPlugin(options: PluginOptions): Promise<RunningPlugin> {
  const limits = { ...defaultLimits, ...options.limits }
  const plugin = new RunningPlugin(options, limits, capModule(options.module, limits))
  await plugin.started()
  return plugin
}

/** Whether a module can be accepted at all, without running it: words for its author, or null. */
export function moduleProblem(module: Uint8Array, limits: Partial<PluginLimits> = {}): string | null {
  try {
    const capped = capModule(module, { ...defaultLimits, ...limits })
    return webAssembly.validate(capped) ? null : 'the module is not valid WebAssembly'
  } catch (error) {
    if (error instanceof BrokenModule) return error.message
    throw error
  }
}

/** The plugin answered that it will not do this; it goes on. */
export class PluginRefusal extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'PluginRefusal'
  }
}

/** Too many calls wait already; the plugin goes on. */
export class PluginBusy extends Error {
  constructor(waiting: number) {
    super(`${waiting} calls wait for this plugin already`)
    this.name = 'PluginBusy'
  }
}

/** The plugin is gone: it broke a limit, trapped, or was closed. */
export class PluginEnded extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'PluginEnded'
  }
}
