// One watch of a console: what is kept, a mark where that ends, then live, over restarts, as slowly as its reader.

import type { OutputChunk, WatchConsole } from '@rookery/contracts/daemon/generated/link.ts'
import type { Consoles } from './console.ts'
import type { RunOutput } from './run-output.ts'

const chunkBytes = 64 * 1024

/** Goes on until `signal` aborts; the consumer's pace is the watch's pace, and what overtakes it is a marked gap. */
export async function* watchConsole(
  consoles: Consoles,
  wish: WatchConsole,
  signal: AbortSignal,
): AsyncGenerator<OutputChunk, void, void> {
  const aborted = whenAborted(signal)
  let isFirst = true
  while (!signal.aborted) {
    const replaced = consoles.replaced(wish.gameServerId)
    const output = consoles.current(wish.gameServerId)
    if (output) {
      const sinceSeq = isFirst && wish.streamId === output.streamId ? wish.sinceSeq : 0
      yield* watchRun(output, sinceSeq, isFirst, aborted, signal)
    } else if (isFirst) {
      yield { streamId: '', seq: 0, bytes: Buffer.alloc(0), gapBytes: 0, endOfHistory: true }
    }
    isFirst = false
    await Promise.race([replaced, aborted])
  }
}

/** To the end of the run's output. */
async function* watchRun(
  output: RunOutput,
  sinceSeq: number,
  hasHistory: boolean,
  aborted: Promise<void>,
  signal: AbortSignal,
): AsyncGenerator<OutputChunk, void, void> {
  if (hasHistory) await Promise.race([output.caughtUp, aborted])
  // After an adoption the reader may be ahead of what has been read again: nothing is shown to it twice.
  while (output.endSeq < sinceSeq && !output.isOver && !signal.aborted) {
    await Promise.race([output.changed, aborted])
  }
  let position = Math.min(sinceSeq, output.endSeq)
  let historyEnd = hasHistory ? output.endSeq : null
  while (!signal.aborted) {
    // Asked for before reading, so that a byte which comes in between is not slept over.
    const { changed, isOver } = output
    const limitBytes = Math.min(chunkBytes, (historyEnd ?? Number.POSITIVE_INFINITY) - position)
    const { seq, bytes } = output.read(position, limitBytes)
    const endOfHistory = historyEnd !== null && seq + bytes.length >= historyEnd
    if (bytes.length === 0 && !endOfHistory) {
      if (isOver) return
      await Promise.race([changed, aborted])
      continue
    }
    yield { streamId: output.streamId, seq, bytes, gapBytes: seq - position, endOfHistory }
    position = seq + bytes.length
    if (endOfHistory) historyEnd = null
  }
}

function whenAborted(signal: AbortSignal): Promise<void> {
  return new Promise(resolve => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })
}
