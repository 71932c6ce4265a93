// One program that `up` has started: its messages, its output, its log file and its end.

import { type ChildProcess, spawn } from 'node:child_process'
import { createWriteStream, mkdirSync, renameSync, statSync, type WriteStream } from 'node:fs'
import { dirname } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'

const logLimitBytes = 10 * 1024 * 1024
const retainedLogFiles = 3

const retainedLines = 10
const patienceMs = 30_000
const outputGraceMs = 300

export interface ProgramEnd {
  /** In words, such as "exit code 1". */
  how: string
  status: number
}

export interface RunningProgram {
  readonly startedMs: number
  readonly ended: Promise<ProgramEnd>
  /** The last lines it wrote to either output. */
  lastLines(): string[]
  /** False until it has written to standard error. */
  hasComplained(): boolean
  send(message: object): void
  /** Asks it to end and waits; kills it when it takes too long or when `hurry` settles. */
  stop(hurry: Promise<unknown>): Promise<void>
}

export interface ProgramStart {
  args: string[]
  environment: NodeJS.ProcessEnv
  workingDirectory: string
  logFile: string
  onLine(line: string, isComplaint: boolean): void
  onMessage(message: unknown): void
}

export function startProgram(start: ProgramStart): RunningProgram {
  // In a session of its own, so that Ctrl-C in the terminal reaches `up` alone, which ends things in order.
  const child = spawn(process.execPath, start.args, {
    cwd: start.workingDirectory,
    env: start.environment,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  const log = openLogFile(start.logFile)
  log.on('error', () => {})
  const lines: string[] = []
  let complained = false
  const watch = (stream: Readable | null, isComplaint: boolean) => {
    if (!stream) return
    stream.pipe(log, { end: false })
    createInterface({ input: stream }).on('line', line => {
      lines.push(line)
      if (lines.length > retainedLines) lines.shift()
      complained ||= isComplaint
      start.onLine(line, isComplaint)
    })
  }
  watch(child.stdout, false)
  watch(child.stderr, true)
  child.on('message', message => start.onMessage(message))
  const ended = endOf(child).then(end => {
    log.end()
    return end
  })
  return {
    startedMs: Date.now(),
    ended,
    lastLines: () => [...lines],
    hasComplained: () => complained,
    send: message => {
      if (child.connected) child.send(message)
    },
    stop: hurry => stopChild(child, ended, hurry),
  }
}

/** Usually its outputs close at once; something it left running may hold them open, which is not waited for. */
function endOf(child: ChildProcess): Promise<ProgramEnd> {
  return new Promise(resolve => {
    child.on('error', error => resolve({ how: `it does not start: ${error.message}`, status: 1 }))
    child.on('exit', (code, signal) => {
      const end = signal
        ? { how: `signal ${signal}`, status: 1 }
        : { how: `exit code ${code}`, status: code ?? 1 }
      const timer = setTimeout(() => {
        child.stdout?.destroy()
        child.stderr?.destroy()
        resolve(end)
      }, outputGraceMs)
      child.on('close', () => {
        clearTimeout(timer)
        resolve(end)
      })
    })
  })
}

async function stopChild(
  child: ChildProcess,
  ended: Promise<unknown>,
  hurry: Promise<unknown>,
): Promise<void> {
  child.kill('SIGTERM')
  const { promise: tooLong, resolve: giveUp } = Promise.withResolvers<void>()
  const timer = setTimeout(giveUp, patienceMs)
  const isGone = await Promise.race([
    ended.then(() => true),
    tooLong.then(() => false),
    hurry.then(() => false),
  ])
  clearTimeout(timer)
  if (!isGone) child.kill('SIGKILL')
  await ended
}

/** The log file of one program: put aside at start when it has grown, then appended to. */
export function openLogFile(path: string): WriteStream {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  putAsideWhenLarge(path)
  return createWriteStream(path, { flags: 'a', mode: 0o600 })
}

/** panel.log becomes panel.log.1, which becomes panel.log.2, and so on; the oldest is dropped. */
function putAsideWhenLarge(path: string): void {
  const found = statSync(path, { throwIfNoEntry: false })
  if (!found || found.size < logLimitBytes) return
  for (let number = retainedLogFiles; number >= 1; number -= 1) {
    const from = number === 1 ? path : `${path}.${number - 1}`
    if (statSync(from, { throwIfNoEntry: false })) renameSync(from, `${path}.${number}`)
  }
}
