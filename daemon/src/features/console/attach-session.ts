// One person at the terminal of a running game: typing, resizing, watching, until either side leaves.

import { setTimeout as delay } from 'node:timers/promises'
import type { AttachClosed, OutputChunk } from '@rookery/contracts/daemon/generated/link.ts'
import { ProcessError } from '../../platform/process-managers/process-manager.ts'
import type { Consoles } from './console.ts'
import type { TerminalSize } from './run-output.ts'
import { watchRun } from './watch-run.ts'

/** What a new session sees of what was before it. */
const earlierBytes = 64 * 1024
/** A game that does not read for this long gets no more; the one who types is told. */
const inputPatienceMs = 5_000
const inputAgainMs = 20
const largestSide = 1_000

export interface AttachSession {
  readonly streamId: string
  readonly size: TerminalSize
  output(since: { sinceSeq: number; streamId: string }, signal: AbortSignal): AsyncIterable<OutputChunk>
  /** Byte for byte. Why it did not arrive, in words, or null. */
  type(bytes: Uint8Array, signal: AbortSignal): Promise<string | null>
  resize(size: TerminalSize): Promise<string | null>
  /** How the run ended; asked after the output has. */
  end(): Promise<AttachClosed>
}

/** Null when there is nothing to attach to. */
export function openAttachSession(consoles: Consoles, gameServerId: number): AttachSession | null {
  const run = consoles.current(gameServerId)
  if (!run || run.isOver) return null
  return {
    streamId: run.streamId,
    get size() {
      return run.size
    },
    output({ sinceSeq, streamId }, signal) {
      const isSame = streamId === run.streamId
      const from = isSame ? sinceSeq : Math.max(run.startSeq, run.endSeq - earlierBytes)
      return watchRun(run, from, false, signal)
    },
    async type(bytes, signal) {
      const deadline = performance.now() + inputPatienceMs
      while (!signal.aborted) {
        const problem = await problemOf(run.process.write(bytes))
        if (problem === null) return null
        if (problem.code === 'ended') return 'the game has ended'
        if (problem.code !== 'input_full') return problem.message
        if (performance.now() > deadline)
          return 'the game is not reading its console: the command was not sent'
        await delay(inputAgainMs)
      }
      return null
    },
    async resize({ cols, rows }) {
      if (!isSide(cols) || !isSide(rows)) return `a terminal has 1 to ${largestSide} columns and rows`
      const problem = await problemOf(run.process.resize(cols, rows))
      if (problem) return problem.message
      run.size = { cols, rows }
      return null
    },
    async end() {
      const { code } = await run.process.exit
      return { reason: 'the game has ended', exitCode: code ?? undefined }
    },
  }
}

function isSide(count: number): boolean {
  return Number.isInteger(count) && count >= 1 && count <= largestSide
}

async function problemOf(work: Promise<void>): Promise<ProcessError | null> {
  try {
    await work
    return null
  } catch (error) {
    if (error instanceof ProcessError) return error
    throw error
  }
}
