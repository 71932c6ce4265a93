// The one place where tests start a program of the product: as it is built and shipped, from dist/.

import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Duplex } from 'node:stream'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { InsideRequests } from './inside-program.ts'

type ProgramName = 'panel' | 'daemon' | 'rookery'
/** What daemon and panel start themselves. */
type Companion = 'keeper' | 'launcher' | 'plugin-worker'

interface ProgramOptions {
  args?: string[]
  /** All that it finds in its environment beside what is usual. */
  variables?: Record<string, string>
  /** Lets the test move its clocks and measure it; see inside-program.ts. */
  opensInside?: boolean
}

export const programFile = (name: ProgramName | Companion): string =>
  fileURLToPath(new URL(`../dist/${name}.mjs`, import.meta.url))

/** As inside-program.ts knows it, which only the started program may load. */
const insideDescriptor = 3
const insideFile = fileURLToPath(new URL('./inside-program.ts', import.meta.url))

/** For a daemon or a process manager that runs in a test: its keeper is the shipped one. */
export const shippedKeeper = { keeperFile: programFile('keeper'), launcherFile: programFile('launcher') }

/** For a plugin in a test: its thread is the shipped one, which begins in half the time. */
export const shippedPluginWorker: URL = pathToFileURL(programFile('plugin-worker'))

/** The least work that an operator may choose: most tests are about something else than hashing. */
export const quickHashing = { AUTH_BCRYPT_COST: '10' }

/** PATH, and the folder where Node itself keeps compiled code: hundreds of starts of the same programs compile them once. */
const usualVariables = () => ({
  PATH: process.env.PATH,
  NODE_COMPILE_CACHE: join(tmpdir(), 'node-compile-cache'),
})

/** For a program that does one thing and ends; never fails. */
export function runProgram(
  name: ProgramName,
  args: string[],
  variables: Record<string, string> = {},
  input = '',
): Promise<{ status: number; output: string; errors: string }> {
  const env = { ...usualVariables(), ...variables }
  return new Promise(resolve => {
    const child = execFile(
      process.execPath,
      ['--no-warnings', programFile(name), ...args],
      { env, timeout: 120_000 },
      (_error, output, errors) => resolve({ status: child.exitCode ?? 1, output, errors }),
    )
    // It may end without reading.
    child.stdin?.on('error', () => {})
    child.stdin?.end(input)
  })
}

/** A program that runs on, and everything it has written. */
export class Program {
  readonly #name: string
  readonly #child: ChildProcess
  readonly #exit: Promise<number | null>
  readonly #answers: ((text: string) => void)[] = []
  #output = ''

  constructor(name: ProgramName, { args = [], variables = {}, opensInside = false }: ProgramOptions = {}) {
    this.#name = name
    const inside = opensInside ? ['--expose-gc', '--import', insideFile] : []
    const argv = ['--no-warnings', ...inside, programFile(name), ...args]
    this.#child = spawn(process.execPath, argv, {
      stdio: ['ignore', 'pipe', 'pipe', ...(opensInside ? (['pipe'] as const) : [])],
      env: { ...usualVariables(), ...variables },
    })
    this.#exit = new Promise(resolve => this.#child.once('exit', resolve))
    for (const stream of [this.#child.stdout, this.#child.stderr]) {
      stream?.on('data', chunk => {
        this.#output += chunk
      })
    }
    const line = this.#child.stdio[insideDescriptor] as Duplex | undefined
    line?.on('error', () => {})
    if (line) {
      const answers = createInterface({ input: line })
      // The program may be killed at any moment.
      answers.on('error', () => {})
      answers.on('line', text => this.#answers.shift()?.(text))
    }
  }

  get pid(): number {
    return this.#child.pid ?? 0
  }

  get output(): string {
    return this.#output
  }

  /** Of a program that writes a structured log. */
  get logLines(): string[] {
    return jsonLinesOf(this.#output)
  }

  get hasEnded(): boolean {
    return this.#child.exitCode !== null || this.#child.signalCode !== null
  }

  /** For whoever waits until it is ready. */
  requireRunning(): void {
    if (!this.hasEnded) return
    throw new Error(`the ${this.#name} ended with ${this.#child.exitCode}:\n${this.#output.slice(-4_000)}`)
  }

  signal(signal: NodeJS.Signals): void {
    this.#child.kill(signal)
  }

  /** Gives its exit code; null when the signal itself has ended it. */
  async end(signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
    if (!this.hasEnded) this.signal(signal)
    return this.#exit
  }

  /** SIGKILL: it can say goodbye to nobody. */
  async kill(): Promise<void> {
    await this.end('SIGKILL')
  }

  inside<Name extends keyof InsideRequests>(
    name: Name,
    ...values: Parameters<InsideRequests[Name]>
  ): Promise<ReturnType<InsideRequests[Name]>> {
    const line = this.#child.stdio[insideDescriptor] as Duplex | undefined
    if (!line) throw new Error(`the ${this.#name} was not started with opensInside`)
    line.write(`${JSON.stringify([name, ...values])}\n`)
    return new Promise((resolve, reject) => {
      this.#answers.push(text => resolve(JSON.parse(text) as ReturnType<InsideRequests[Name]>))
      void this.#exit.then(() => reject(new Error(`the ${this.#name} has ended`)))
    })
  }
}

/** The whole lines of a structured log. */
export const jsonLinesOf = (text: string): string[] =>
  text.split('\n').filter(line => line.startsWith('{') && line.endsWith('}'))

export async function isAnswering(url: string): Promise<boolean> {
  return fetch(url).then(
    answer => answer.ok,
    () => false,
  )
}
