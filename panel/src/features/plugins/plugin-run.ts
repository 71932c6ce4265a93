// One plugin while it is switched on: started, started again after it ended by itself, or left with a reason.

import type { Plugin } from '@rookery/contracts/http/plugins.ts'
import {
  BrokenModule,
  PluginEnded,
  PluginRefusal,
  type RunningPlugin,
  startPlugin,
} from '@rookery/plugin-host/plugin-host.ts'
import type { HostCall } from './host/host-calls.ts'
import { restartDelayMs } from './logic/restart-delay.ts'
import type { StoredPlugin } from './plugins-store.ts'

export interface PluginRunOptions {
  plugin: StoredPlugin
  module: Buffer
  hostCall: HostCall
  workerFile: URL | null
  now(): number
  /** Told of every end that nobody asked for. */
  failed(text: string): void
}

type State = Extract<Plugin['state'], 'starting' | 'running' | 'failed'>

export class PluginRun {
  readonly plugin: StoredPlugin
  state: State = 'starting'
  problem: string | null = null
  readonly #options: PluginRunOptions
  readonly #endedAtMs: number[] = []
  #running: RunningPlugin | null = null
  #restart: NodeJS.Timeout | undefined
  #isClosed = false

  constructor(options: PluginRunOptions) {
    this.#options = options
    this.plugin = options.plugin
  }

  /** Never throws: what goes wrong becomes its state. */
  async start(): Promise<void> {
    const { module, hostCall, workerFile, plugin } = this.#options
    try {
      const running = await startPlugin({
        module,
        hostCall: (name, argument, signal) => hostCall(plugin, name, argument, signal),
        ...(workerFile && { workerFile }),
      })
      if (this.#isClosed) return await running.close()
      this.#running = running
      void running.ended.then(text => this.#ended(text))
      // A plugin that does not know this call says so; that is fine.
      await running.call('start', { version: plugin.manifest.version }).catch(ignoreRefusal)
      if (this.#running === running) this.#become('running', null)
    } catch (error) {
      if (error instanceof BrokenModule) this.#become('failed', error.message)
      else if (this.#running === null) this.#ended((error as Error).message)
    }
  }

  /** Throws PluginRefusal, PluginBusy or PluginEnded. */
  async call(name: string, argument: unknown): Promise<unknown> {
    if (!this.#running) throw new PluginEnded(this.problem ?? 'it is not running')
    return this.#running.call(name, argument)
  }

  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#restart)
    await this.#running?.close()
  }

  #ended(text: string): void {
    this.#running = null
    if (this.#isClosed) return
    this.#endedAtMs.push(this.#options.now())
    const delayMs = restartDelayMs(this.#endedAtMs)
    this.#become('failed', text)
    this.#options.failed(text)
    if (delayMs === null) return
    this.#restart = setTimeout(() => void this.start(), delayMs)
    this.#restart.unref()
  }

  #become(state: State, problem: string | null): void {
    this.state = state
    this.problem = problem
  }
}

function ignoreRefusal(error: unknown): void {
  if (!(error instanceof PluginRefusal)) throw error
}
