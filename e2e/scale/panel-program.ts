// One instance of the panel as a program of its own, on ports that it keeps when it is started again.

import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { waitFor } from '../wait-for.ts'

const program = fileURLToPath(new URL('../../dist/panel.mjs', import.meta.url))

export interface InstancePlaces {
  httpPort: number
  grpcPort: number
  variables: Record<string, string>
}

export class PanelProgram {
  readonly httpPort: number
  readonly grpcPort: number
  readonly #variables: Record<string, string>
  readonly #dataDir = mkdtempSync(join(tmpdir(), 'rookery-instance-'))
  #child: ChildProcess | undefined
  #log = ''

  constructor({ httpPort, grpcPort, variables }: InstancePlaces) {
    this.httpPort = httpPort
    this.grpcPort = grpcPort
    this.#variables = variables
  }

  get url(): string {
    return `http://127.0.0.1:${this.httpPort}`
  }

  get log(): string {
    return this.#log
  }

  /** As it calls itself among the others since its last start; '' before. */
  get instanceId(): string {
    return [...this.#log.matchAll(/"instance_id":"([^"]+)"/g)].at(-1)?.[1] ?? ''
  }

  async start(): Promise<void> {
    const child = spawn(process.execPath, ['--no-warnings', program], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        PATH: process.env.PATH,
        DATA_DIR: this.#dataDir,
        HTTP_PORT: String(this.httpPort),
        GRPC_PORT: String(this.grpcPort),
        AUTH_SECRET: '0123456789abcdef0123456789abcdef',
        AUTH_BCRYPT_COST: '10',
        ...this.#variables,
      },
    })
    this.#child = child
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', chunk => {
        this.#log += chunk
      })
    }
    await waitFor('the panel is ready', () => {
      if (child.exitCode !== null)
        throw new Error(`the panel ended with ${child.exitCode}: ${this.#log.slice(-4_000)}`)
      return this.isReady()
    })
  }

  async isReady(): Promise<boolean> {
    return fetch(`${this.url}/api/ready`).then(
      answer => answer.ok,
      () => false,
    )
  }

  /** SIGKILL: it can say goodbye to nobody. */
  kill(): Promise<void> {
    return this.#end('SIGKILL')
  }

  /** SIGTERM, as every service manager does it. */
  terminate(): Promise<void> {
    return this.#end('SIGTERM')
  }

  /** SIGSTOP: it does nothing, and its connections stay as they are. */
  freeze(): void {
    this.#child?.kill('SIGSTOP')
  }

  thaw(): void {
    this.#child?.kill('SIGCONT')
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    const child = this.#child
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const gone = new Promise(resolve => child.once('exit', resolve))
    child.kill(signal)
    await gone
  }

  async remove(): Promise<void> {
    await this.kill()
    rmSync(this.#dataDir, { recursive: true, force: true })
  }
}
