// A data folder with a shipped panel that a test starts, stops, saves and restores through the command line.

import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../ports.ts'
import { waitFor } from '../wait-for.ts'

const program = join(import.meta.dirname, '..', '..', 'dist', 'rookery.mjs')
const password = 'kept in a safe place'

export interface CommandEnd {
  status: number
  output: string
}

export class PanelHome {
  readonly folder = mkdtempSync(join(tmpdir(), 'rookery-home-'))
  dataDir = join(this.folder, 'data')
  variables: Record<string, string> = {}
  #panel: ChildProcess | null = null
  #httpPort = 0

  #environment(): Record<string, string> {
    return {
      PATH: process.env.PATH ?? '',
      DATA_DIR: this.dataDir,
      HTTP_PORT: String(this.#httpPort),
      GRPC_PORT: '0',
      AUTH_BCRYPT_COST: '10',
      ADMIN_PASSWORD: password,
      ...this.variables,
    }
  }

  rookery(...args: string[]): Promise<CommandEnd> {
    const options = { env: this.#environment(), timeout: 120_000 }
    return new Promise(resolve => {
      const child = execFile(
        process.execPath,
        ['--no-warnings', program, ...args],
        options,
        (_error, out, complaints) => resolve({ status: child.exitCode ?? 1, output: `${out}${complaints}` }),
      )
    })
  }

  async start(): Promise<void> {
    this.#httpPort = await freePort()
    const args = ['--no-warnings', program, 'panel', '--set-up']
    const panel = spawn(process.execPath, args, {
      env: this.#environment(),
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    this.#panel = panel
    let output = ''
    for (const stream of [panel.stdout, panel.stderr]) {
      stream.on('data', chunk => {
        output += chunk
      })
    }
    await waitFor('the panel is ready', () => {
      if (panel.exitCode !== null) throw new Error(`the panel ended with ${panel.exitCode}:\n${output}`)
      return this.#isTls
        ? this.rookery('ready').then(({ status }) => status === 0)
        : fetch(`${this.url}/api/ready`).then(
            answer => answer.ok,
            () => false,
          )
    })
  }

  get #isTls(): boolean {
    return this.variables.TLS_CERT_FILE !== undefined
  }

  get url(): string {
    return `http://127.0.0.1:${this.#httpPort}`
  }

  /** Of the panel itself: its command becomes it. */
  get pid(): number {
    return this.#panel?.pid ?? 0
  }

  async signIn(): Promise<string> {
    const answer = await this.call('POST', '/api/auth/login', null, { login: 'admin', password })
    return String(answer.token)
  }

  async call(method: string, path: string, sessionToken: string | null, body?: object) {
    const answer = await fetch(this.url + path, {
      method,
      headers: {
        ...(sessionToken ? { authorization: `Bearer ${sessionToken}` } : {}),
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`)
    return JSON.parse(text) as Record<string, unknown>
  }

  async halt(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
    const panel = this.#panel
    this.#panel = null
    if (!panel || panel.exitCode !== null || panel.signalCode !== null) return
    const ended = once(panel, 'exit')
    panel.kill(signal)
    await ended
  }

  async remove(): Promise<void> {
    await this.halt('SIGKILL')
    rmSync(this.folder, { recursive: true, force: true })
  }
}
