// One instance of the panel as a program of its own, on ports that it keeps when it is started again.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isAnswering, Program, quickHashing } from '../../test-services/start-program.ts'
import { waitFor } from '../wait-for.ts'

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
  #program: Program | undefined
  #earlierLog = ''

  constructor({ httpPort, grpcPort, variables }: InstancePlaces) {
    this.httpPort = httpPort
    this.grpcPort = grpcPort
    this.#variables = variables
  }

  get url(): string {
    return `http://127.0.0.1:${this.httpPort}`
  }

  get log(): string {
    return this.#earlierLog + (this.#program?.output ?? '')
  }

  /** As it calls itself among the others since its last start; '' before. */
  get instanceId(): string {
    return [...this.log.matchAll(/"instance_id":"([^"]+)"/g)].at(-1)?.[1] ?? ''
  }

  async start(): Promise<void> {
    this.#earlierLog = this.log
    const program = new Program('panel', {
      variables: {
        DATA_DIR: this.#dataDir,
        HTTP_PORT: String(this.httpPort),
        GRPC_PORT: String(this.grpcPort),
        AUTH_SECRET: '0123456789abcdef0123456789abcdef',
        ...quickHashing,
        ...this.#variables,
      },
    })
    this.#program = program
    await waitFor('the panel is ready', () => {
      program.requireRunning()
      return this.isReady()
    })
  }

  async isReady(): Promise<boolean> {
    return isAnswering(`${this.url}/api/ready`)
  }

  /** SIGKILL: it can say goodbye to nobody. */
  async kill(): Promise<void> {
    await this.#program?.kill()
  }

  /** SIGTERM, as every service manager does it. */
  async terminate(): Promise<void> {
    await this.#program?.end('SIGTERM')
  }

  /** SIGSTOP: it does nothing, and its connections stay as they are. */
  freeze(): void {
    this.#program?.signal('SIGSTOP')
  }

  thaw(): void {
    this.#program?.signal('SIGCONT')
  }

  async remove(): Promise<void> {
    await this.kill()
    rmSync(this.#dataDir, { recursive: true, force: true })
  }
}
