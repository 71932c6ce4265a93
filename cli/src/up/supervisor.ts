// Keeps the panel and the daemon running: starts them in order, joins them, restarts what ends, stops them in order.

import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import {
  isDaemonMessage,
  isPanelMessage,
  type PanelMessage,
  type UpMessage,
} from '@rookery/contracts/up-protocol.ts'
import { daemonPlaceArguments } from '../places.ts'
import { readLogLine } from './logic/log-line.ts'
import { endedByItself, type FirstLogin, firstRunText, readyLine } from './logic/messages.ts'
import { nextRestart } from './logic/restart-delay.ts'
import { type ProgramEnd, type RunningProgram, startProgram } from './running-program.ts'
import type { StopRequests } from './stop-requests.ts'
import type { UpOptions } from './up.ts'

const enrollmentPatienceMs = 60_000

type ProgramName = 'panel' | 'daemon'
type ReadyMessage = Extract<PanelMessage, { kind: 'ready' }>
type EnrollmentAnswer = Extract<PanelMessage, { kind: 'local-enrollment' | 'failed' }>

const connectPatienceMs = 30_000
const answerPatienceMs = 30_000

export class Supervisor {
  readonly #options: UpOptions
  readonly #stop: StopRequests
  readonly #running = new Map<ProgramName, RunningProgram>()
  #status = 0
  #ready: ReadyMessage | null = null
  #isNodeOnline = false
  #hasSaidReady = false
  /** What the daemon last warned of: why it is not connected, as long as it is not. */
  #daemonWarning: string | null = null
  #firstLogin: FirstLogin | null = null
  #answerEnrollment: ((answer: EnrollmentAnswer) => void) | null = null
  #daemonWork: Promise<void> = Promise.resolve()

  constructor(options: UpOptions, stop: StopRequests) {
    this.#options = options
    this.#stop = stop
  }

  /** Ends when asked to stop or when nothing can be done any more; the result is the exit status. */
  async run(): Promise<number> {
    await this.#keepPanelRunning()
    this.#stop.request()
    this.#showFirstLogin()
    await this.#running.get('daemon')?.stop(this.#stop.hurry)
    await this.#daemonWork
    await this.#running.get('panel')?.stop(this.#stop.hurry)
    return this.#status
  }

  async #keepPanelRunning(): Promise<void> {
    for (let endsInARow = 0; !this.#stop.isRequested; ) {
      const wasReadyBefore = this.#ready !== null
      const { programs, beginsAnew } = this.#options
      const args = beginsAnew ? [programs.panel, '--new-installation'] : [programs.panel]
      const panel = this.#start('panel', args)
      const end = await this.#endOrStop(panel)
      if (!end) return
      this.#running.delete('panel')
      if (!wasReadyBefore && this.#ready === null) {
        // Nothing has worked yet and somebody is watching: it has said why on its own, in one line that needs no comment.
        if (!panel.hasComplained()) console.error(endedByItself('panel', end.how, panel.lastLines(), null))
        return this.#giveUp()
      }
      endsInARow = await this.#pauseAfterEnd('panel', panel, end, endsInARow)
    }
  }

  async #keepDaemonRunning(): Promise<void> {
    for (let endsInARow = 0; !this.#stop.isRequested; ) {
      const daemon = this.#start('daemon', [
        this.#options.programs.daemon,
        ...daemonPlaceArguments(this.#options.places),
      ])
      const end = await this.#endOrStop(daemon)
      if (!end) return
      this.#running.delete('daemon')
      endsInARow = await this.#pauseAfterEnd('daemon', daemon, end, endsInARow)
    }
  }

  /** Says what happens next; gives how often it has ended in a row by now. */
  async #pauseAfterEnd(
    name: ProgramName,
    program: RunningProgram,
    end: ProgramEnd,
    endsBefore: number,
  ): Promise<number> {
    const livedMs = Date.now() - program.startedMs
    const { endsInARow, delayMs } = nextRestart(endsBefore, livedMs, this.#options.restartPauses)
    console.error(endedByItself(name, end.how, formattedLines(program), { endsInARow, delayMs }))
    await this.#pause(delayMs)
    return endsInARow
  }

  /** null when asked to stop first. */
  #endOrStop(program: RunningProgram): Promise<ProgramEnd | null> {
    return Promise.race([program.ended, this.#stop.requested.then(() => null)])
  }

  async #pause(delayMs: number): Promise<void> {
    const over = new AbortController()
    await Promise.race([wait(delayMs, undefined, { signal: over.signal }), this.#stop.requested])
    over.abort()
  }

  #giveUp(): void {
    this.#status = 1
    this.#stop.request()
  }

  #start(name: ProgramName, args: string[]): RunningProgram {
    const { places, environment, workingDirectory, isWatching } = this.#options
    const program = startProgram({
      args: isWatching ? ['--watch', '--watch-preserve-output', ...args] : args,
      environment: {
        NODE_COMPILE_CACHE: places.cacheDir,
        ...environment,
        DATA_DIR: places.dataDir,
        CONFIG_FILE: places.configFile,
      },
      workingDirectory,
      logFile: join(places.logDir, `${name}.log`),
      onLine: (line, isComplaint) => this.#showLine(name, line, isComplaint),
      onMessage: message => {
        if (name === 'panel' && isPanelMessage(message)) this.#hear(message)
        if (name === 'daemon' && isDaemonMessage(message)) this.#hearConnected()
      },
    })
    this.#running.set(name, program)
    return program
  }

  /** What a program writes to standard error is meant for people and passes as it is. */
  #showLine(name: ProgramName, line: string, isComplaint: boolean): void {
    const formatted = readLogLine(line)
    if (name === 'daemon' && formatted.isImportant) this.#daemonWarning = formatted.text
    if (isComplaint) console.error(formatted.isImportant ? `${name} ${formatted.text}` : line)
    else if (formatted.isImportant || this.#options.isVerbose) console.error(`${name} ${formatted.text}`)
  }

  #hear(message: PanelMessage): void {
    switch (message.kind) {
      case 'ready':
        this.#firstLogin ??= message.firstRun ?? null
        if (this.#ready === null) {
          this.#ready = message
          this.#daemonWork = this.#runDaemon(message)
        }
        break
      case 'local-enrollment':
      case 'failed':
        this.#answerEnrollment?.(message)
        break
    }
    this.#sayReadyWhenSo()
  }

  /** Told by the daemon itself: the panel knows its nodes by names and numbers that people and restores change. */
  #hearConnected(): void {
    this.#isNodeOnline = true
    this.#sayReadyWhenSo()
  }

  async #runDaemon(ready: ReadyMessage): Promise<void> {
    // A panel with a new database does not know the daemon that was enrolled with the old one.
    const needsEnrollment = !existsSync(this.#options.places.daemonFile) || ready.firstRun !== undefined
    if (needsEnrollment && !(await this.#enroll())) {
      if (!this.#stop.isRequested) this.#giveUp()
      return
    }
    const patience = setTimeout(() => this.#sayNotConnected(), connectPatienceMs)
    await this.#keepDaemonRunning()
    clearTimeout(patience)
  }

  async #enroll(): Promise<boolean> {
    const answered = Promise.withResolvers<EnrollmentAnswer>()
    this.#answerEnrollment = answered.resolve
    const patience = setTimeout(
      () => answered.resolve({ kind: 'failed', message: 'the panel did not answer' }),
      answerPatienceMs,
    )
    this.#running.get('panel')?.send({ kind: 'enroll-local-node' } satisfies UpMessage)
    const answer = await Promise.race([answered.promise, this.#stop.requested.then(() => null)])
    clearTimeout(patience)
    if (answer === null) return false
    const problem = answer.kind === 'failed' ? answer.message : await enrollLocalDaemon(this.#options, answer)
    if (problem !== null) console.error(`The daemon of this machine could not join the panel: ${problem}`)
    return problem === null
  }

  #sayReadyWhenSo(): void {
    if (this.#hasSaidReady || !this.#isNodeOnline || this.#ready === null) return
    this.#hasSaidReady = true
    // In one piece: who waits for this line finds the password with it.
    console.log([readyLine(this.#ready.url), ...this.#takeFirstLogin()].join('\n'))
  }

  #sayNotConnected(): void {
    if (this.#hasSaidReady || this.#ready === null) return
    const reason = this.#daemonWarning === null ? '' : ` It says: ${this.#daemonWarning}`
    console.error(
      `The panel answers at ${this.#ready.url}, but the daemon of this machine has not connected yet.${reason}`,
    )
    this.#showFirstLogin()
  }

  /** The password exists nowhere else, so it is shown once whatever happens. */
  #showFirstLogin(): void {
    for (const text of this.#takeFirstLogin()) console.log(text)
  }

  #takeFirstLogin(): string[] {
    const first = this.#firstLogin
    this.#firstLogin = null
    return first === null ? [] : [firstRunText(first, this.#options.places.configFile)]
  }
}

function formattedLines(program: RunningProgram): string[] {
  return program.lastLines().map(line => readLogLine(line).text)
}

/** Runs the daemon's own enrollment with the one-time key that the panel gave; null on success, else the reason. */
function enrollLocalDaemon(
  options: UpOptions,
  enrollment: Extract<PanelMessage, { kind: 'local-enrollment' }>,
): Promise<string | null> {
  const { programs, places, environment, workingDirectory } = options
  const args = [programs.daemon, 'enroll', enrollment.panelUrl, ...daemonPlaceArguments(places)]
  const child = spawn(process.execPath, args, {
    cwd: workingDirectory,
    env: environment,
    stdio: ['pipe', 'ignore', 'pipe'],
    timeout: enrollmentPatienceMs,
  })
  // It may have ended before it reads; why, it says itself.
  child.stdin.on('error', () => {})
  child.stdin.end(`${enrollment.key}\n`)
  const chunks: Buffer[] = []
  child.stderr.on('data', (chunk: Buffer) => chunks.push(chunk))
  return new Promise(resolve => {
    child.on('error', error => resolve(error.message))
    child.on('close', code => {
      const args = Buffer.concat(chunks).toString().trim()
      resolve(code === 0 ? null : args || `the daemon's enrollment ended with exit code ${code}`)
    })
  })
}
