// One pty with the game in it: its ring of output, its input and, once it has ended, how.

import { closeSync, constants as fileConstants, openSync, readSync } from 'node:fs'
import { constants } from 'node:os'
import { type IPty, spawn } from '@lydell/node-pty'
import { OutputRing } from '@rookery/primitives/output-ring.ts'
import type { KeeperRequest, PtyDescription, PtyExit } from './keeper-protocol.ts'
import { confinedCommand, type LaunchDescription, launchVariable } from './launch/launch-description.ts'
import { isDead, readProcessStat } from './process-stat.ts'
import { PtyInput } from './pty-input.ts'

export const ringBytes = 1024 * 1024
const pieceBytes = 64 * 1024

export type SpawnRequest = Extract<KeeperRequest, { verb: 'spawn' }>

/** What the library has but does not declare: the master's descriptor and the stream that reads it. */
interface OpenTerminal {
  fd: number
  /** Path of the game's end. */
  ptsName: string
  _socket: { destroyed: boolean }
}

export class HeldPty {
  readonly ring = new OutputRing(ringBytes)
  readonly id: number
  readonly streamId: string
  readonly #label: string
  readonly #terminal: IPty & OpenTerminal
  readonly #input: PtyInput
  readonly #gameEnd: GameEnd
  readonly #startTicks: number
  readonly #startedAtMs: number
  #onOutput = () => {}
  #exit: PtyExit | null = null

  constructor(request: SpawnRequest, launcherFile: string, startedAtMs: number) {
    this.id = request.id
    this.streamId = request.streamId
    this.#label = request.label
    this.#startedAtMs = startedAtMs
    const { command, launch } = launcherCommand(request.launch, launcherFile)
    this.#terminal = spawn(command[0] ?? '', command.slice(1), {
      name: 'xterm-256color',
      cols: request.cols,
      rows: request.rows,
      cwd: '/',
      env: { [launchVariable]: JSON.stringify(launch) },
      encoding: null,
    }) as IPty & OpenTerminal
    this.#gameEnd = holdGameEnd(this.#terminal.ptsName)
    this.#startTicks = readProcessStat(this.#terminal.pid)?.startTicks ?? 0
    this.#input = new PtyInput(this.#terminal.fd, () => this.#isOpen())
  }

  get exit(): PtyExit | null {
    return this.#exit
  }

  /** `onOutput` after new bytes are in the ring; `onExit` once, after the last byte. The pty is never paused. */
  listen(onOutput: () => void, onExit: (exit: PtyExit) => void): void {
    this.#onOutput = onOutput
    this.#terminal.onData(bytes => {
      this.ring.append(bytes as unknown as Uint8Array)
      onOutput()
    })
    this.#terminal.onExit(({ exitCode, signal }) => {
      this.#input.close()
      this.#gameEnd.letGo()
      this.#exit = signal ? { code: null, signal: signalName(signal) } : { code: exitCode, signal: null }
      onExit(this.#exit)
    })
  }

  /**
   * To be called when some child has ended. Once it is this one, its last words are read and its end of the pty is let
   * go: the library then sees the end of the output, instead of giving up on it after a while.
   */
  noticeDeath(): void {
    if (!this.#isOpen()) return
    const stat = readProcessStat(this.#terminal.pid)
    if (!isDead(stat) && stat?.startTicks === this.#startTicks) return
    this.#readRest()
    this.#gameEnd.letGo()
  }

  /** What is on its way counts too: asking the kernel for bytes brings it in. Others may still write, so not for ever. */
  #readRest(): void {
    const piece = Buffer.alloc(pieceBytes)
    try {
      for (let left = ringBytes; left > 0; left -= pieceBytes) {
        const length = readSync(this.#terminal.fd, piece)
        if (length === 0) return
        this.ring.append(piece.subarray(0, length))
        this.#onOutput()
      }
    } catch {
      // Nothing more, now or ever.
    }
  }

  /** False when the game has not read what was typed before. */
  type(bytes: Buffer): boolean {
    return this.#input.write(bytes)
  }

  resize(cols: number, rows: number): void {
    if (this.#isOpen()) this.#terminal.resize(cols, rows)
  }

  /** To the whole process group, and only while its leader is the process that was started here. */
  signal(name: NodeJS.Signals): void {
    const { pid } = this.#terminal
    const stat = readProcessStat(pid)
    if (isDead(stat) || stat?.startTicks !== this.#startTicks) return
    process.kill(-pid, name)
  }

  describe(): PtyDescription {
    return {
      id: this.id,
      pid: this.#terminal.pid,
      startTicks: this.#startTicks,
      startedAtMs: this.#startedAtMs,
      streamId: this.streamId,
      startSeq: this.ring.startSeq,
      endSeq: this.ring.endSeq,
      label: this.#label,
      exit: this.#exit,
    }
  }

  #isOpen(): boolean {
    return this.#exit === null && !this.#terminal._socket.destroyed
  }
}

interface GameEnd {
  letGo(): void
}

/**
 * Many programs close input and output shortly before they end. With nobody left at the game's end of the pty the
 * library would close ours, and the kernel would end such a program by SIGHUP in the middle of its last steps.
 */
function holdGameEnd(path: string): GameEnd {
  try {
    const { O_RDWR, O_NOCTTY } = fileConstants
    let descriptor: number | null = openSync(path, O_RDWR | O_NOCTTY)
    return {
      letGo: () => {
        if (descriptor !== null) closeSync(descriptor)
        descriptor = null
      },
    }
  } catch {
    // It has ended already.
    return { letGo: () => {} }
  }
}

function signalName(number: number): string {
  const found = Object.entries(constants.signals).find(([, value]) => value === number)
  return found?.[0] ?? `SIG${number}`
}

/** Where a program for it is missing, the launcher itself finds that out, and says so on the game's terminal. */
function launcherCommand(
  launch: LaunchDescription,
  launcherFile: string,
): { command: string[]; launch: LaunchDescription } {
  const launcher = [process.execPath, '--no-warnings', launcherFile]
  try {
    return confinedCommand(launch, launcher) ?? { command: launcher, launch }
  } catch {
    return { command: launcher, launch }
  }
}
