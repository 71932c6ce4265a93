// One watch of a console: what is kept, a mark where that ends, then live, over restarts, as slowly as its reader.

import type { OutputChunk, WatchConsole } from '@rookery/contracts/daemon/generated/link.ts'
import type { OutgoingTransfer } from '../../platform/panel-link/outgoing-transfer.ts'
import type { Consoles } from './console.ts'
import { settledOrAborted, watchRun } from './watch-run.ts'

/** Goes on until `signal` aborts; the consumer's pace is the watch's pace, and what overtakes it is a marked gap. */
export async function* watchConsole(
  consoles: Consoles,
  request: WatchConsole,
  signal: AbortSignal,
): AsyncGenerator<OutputChunk, void, void> {
  let isFirst = true
  while (!signal.aborted) {
    const replaced = consoles.replaced(request.gameServerId)
    const output = consoles.current(request.gameServerId)
    if (output) {
      const sinceSeq = isFirst && request.streamId === output.streamId ? request.sinceSeq : 0
      yield* watchRun(output, sinceSeq, isFirst, signal)
    } else if (isFirst) {
      yield { streamId: '', seq: 0, bytes: Buffer.alloc(0), gapBytes: 0, endOfHistory: true }
    }
    isFirst = false
    await settledOrAborted(replaced, signal)
  }
}

export async function sendConsole(
  consoles: Consoles,
  request: WatchConsole,
  transfer: OutgoingTransfer,
): Promise<void> {
  for await (const chunk of watchConsole(consoles, request, transfer.signal)) {
    await transfer.write({ $case: 'output', value: chunk })
  }
}
