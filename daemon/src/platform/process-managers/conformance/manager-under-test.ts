// What the conformance suite must know about a process manager to try it, and how it looks at the machine meanwhile.

import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import type { Launch, ProcessManager, ProcessUsage, RunningProcess } from '../process-manager.ts'

export interface ManagerFixture {
  manager: ProcessManager
  /** A folder of this machine that is the working folder of every launch; the game may write there. */
  folder: string
  /** What a later daemon opens on the same node. */
  openAnother(): ProcessManager
  /** Ends every game, closes every manager and leaves nothing behind. */
  end(): Promise<void>
}

export interface ManagerUnderTest {
  name: string
  open(): Promise<ManagerFixture>
  /** Fields that every launch of this manager has beyond the program: an image, a user. */
  launchFields?: Partial<Launch>
  canLimitMemory: boolean
  /** Another one that has most of its code shows most cases: of this one only a proof has them all. */
  hasTwin?: boolean
  /** Its own tests show starts, floods, daemons that come and go, and figures: here they are a proof. */
  hasOwnTests?: boolean
  /** What usage() always tells while a game with a memory limit runs, and what it never tells. */
  measures: (keyof ProcessUsage)[]
  neverMeasures: (keyof ProcessUsage)[]
  /** Variables that the manager or its engine adds to the environment. */
  ownVariables: RegExp
}

const environment = { PATH: '/usr/local/bin:/usr/bin:/bin', TERM: 'xterm' }

export function launchIn(
  under: ManagerUnderTest,
  fixture: ManagerFixture,
  id: number,
  argv: string[],
  more: Partial<Launch> = {},
): Launch {
  const plain = { id, argv, cwd: fixture.folder, env: environment, cols: 200, rows: 50, limits: {} }
  return { ...plain, ...under.launchFields, ...more }
}

/** Everything a process printed, to its end. */
export async function allOutput(running: RunningProcess): Promise<string> {
  return (await outputFrom(running, 0)).replaceAll('\r\n', '\n')
}

export async function outputFrom(running: RunningProcess, fromSeq: number): Promise<string> {
  const chunks: Uint8Array[] = []
  let expectedSeq = fromSeq
  for await (const { seq, bytes, gapBytes } of running.output(fromSeq)) {
    if (gapBytes > 0 || seq !== expectedSeq) throw new Error(`gap of ${gapBytes} bytes before byte ${seq}`)
    chunks.push(bytes)
    expectedSeq = seq + bytes.length
  }
  return Buffer.concat(chunks).toString('latin1')
}

/** What it has printed once `wanted` is in it. */
export async function outputUntil(running: RunningProcess, wanted: string): Promise<string> {
  let text = ''
  for await (const { bytes } of running.output(0)) {
    text += Buffer.from(bytes).toString('latin1')
    if (text.includes(wanted)) return text
  }
  throw new Error(`it ended without printing ${JSON.stringify(wanted)}: ${JSON.stringify(text)}`)
}

/** Process ids on this machine, in whatever namespace, that were started with exactly these words. */
export function processesRunning(...args: string[]): number[] {
  const wanted = `${args.join('\0')}\0`
  return readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .filter(pid => readOrEmpty(`/proc/${pid}/cmdline`) === wanted)
    .map(Number)
}

/** Processor time of one process as the kernel tells it. */
export function cpuSecondsOf(pid: number): number {
  const fields = readOrEmpty(`/proc/${pid}/stat`).split(') ')[1]?.split(' ') ?? []
  const ticksPerSecond = 100
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond
}

function readOrEmpty(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

export async function until(
  condition: () => boolean | Promise<boolean>,
  what: string,
  limitMs = 30_000,
): Promise<void> {
  const deadline = performance.now() + limitMs
  while (!(await condition())) {
    if (performance.now() > deadline) throw new Error(`waited ${limitMs} ms in vain until ${what}`)
    await delay(10)
  }
}
