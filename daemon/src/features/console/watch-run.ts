// Reads the output of one run from a byte on, then live, to its end, as slowly as its reader.

import type { OutputChunk } from '@rookery/contracts/daemon/generated/link.ts'
import type { RunOutput } from './run-output.ts'

const chunkBytes = 64 * 1024

/** `hasHistory`: what is there at the beginning is followed by a mark. */
export async function* watchRun(
  output: RunOutput,
  sinceSeq: number,
  hasHistory: boolean,
  signal: AbortSignal,
): AsyncGenerator<OutputChunk, void, void> {
  if (hasHistory) await settledOrAborted(output.caughtUp, signal)
  // After an adoption the reader may be ahead of what has been read again: nothing is shown to it twice.
  while (output.endSeq < sinceSeq && !output.isOver && !signal.aborted) {
    await settledOrAborted(output.changed, signal)
  }
  let position = Math.min(sinceSeq, output.endSeq)
  let historyEnd = hasHistory ? output.endSeq : null
  const place = output.joinAt(position)
  try {
    while (!signal.aborted) {
      // Asked for before reading, so that a byte which comes in between is not slept over.
      const { changed, isOver } = output
      const limitBytes = Math.min(chunkBytes, (historyEnd ?? Number.POSITIVE_INFINITY) - position)
      const { seq, bytes } = output.read(position, limitBytes)
      const endOfHistory = historyEnd !== null && seq + bytes.length >= historyEnd
      if (bytes.length === 0 && !endOfHistory) {
        if (isOver) return
        await settledOrAborted(changed, signal)
        continue
      }
      yield { streamId: output.streamId, seq, bytes, gapBytes: seq - position, endOfHistory }
      position = seq + bytes.length
      place.moveTo(position)
      if (endOfHistory) historyEnd = null
    }
  } finally {
    place.leave()
  }
}

/** Leaves nothing behind on the signal, however often a long watch waits. */
export function settledOrAborted(promise: Promise<unknown>, signal: AbortSignal): Promise<void> {
  return new Promise(resolve => {
    const done = () => {
      signal.removeEventListener('abort', done)
      resolve()
    }
    if (signal.aborted) return done()
    signal.addEventListener('abort', done)
    promise.then(done, done)
  })
}
