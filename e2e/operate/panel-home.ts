// A data folder with a shipped panel that a test starts, stops, saves and restores through the command line.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isAnswering, Program, quickHashing, runProgram } from '../../test-services/start-program.ts'
import { freePort } from '../ports.ts'
import { waitFor } from '../wait-for.ts'

const password = 'kept in a safe place'

export interface CommandEnd {
  status: number
  output: string
}

export class PanelHome {
  readonly folder = mkdtempSync(join(tmpdir(), 'rookery-home-'))
  dataDir = join(this.folder, 'data')
  variables: Record<string, string> = {}
  #panel: Program | null = null
  #httpPort = 0

  #environment(): Record<string, string> {
    return {
      DATA_DIR: this.dataDir,
      HTTP_PORT: String(this.#httpPort),
      GRPC_PORT: '0',
      ...quickHashing,
      ADMIN_PASSWORD: password,
      ...this.variables,
    }
  }

  rookery(...args: string[]): Promise<CommandEnd> {
    return this.rookeryWithInput('', ...args)
  }

  async rookeryWithInput(input: string, ...args: string[]): Promise<CommandEnd> {
    const { status, output, errors } = await runProgram('rookery', args, this.#environment(), input)
    return { status, output: `${output}${errors}` }
  }

  async start(): Promise<void> {
    this.#httpPort = await freePort()
    const panel = new Program('rookery', { args: ['panel', '--set-up'], variables: this.#environment() })
    this.#panel = panel
    await waitFor('the panel is ready', () => {
      panel.requireRunning()
      return this.#isTls
        ? this.rookery('ready').then(({ status }) => status === 0)
        : isAnswering(`${this.url}/api/ready`)
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

  get logLines(): string[] {
    return this.#panel?.logLines ?? []
  }

  async signIn(secret = password, login = 'admin'): Promise<string> {
    const answer = await this.call('POST', '/api/auth/login', null, { login, password: secret })
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
    await this.#panel?.end(signal)
    this.#panel = null
  }

  async remove(): Promise<void> {
    await this.halt('SIGKILL')
    rmSync(this.folder, { recursive: true, force: true })
  }
}
