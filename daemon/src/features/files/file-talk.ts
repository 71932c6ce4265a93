// The line of one file request to the panel, over its transfer.

import type { OutgoingTransfer } from '../../platform/panel-link/outgoing-transfer.ts'
import type { FileTalk } from './logic/file-work.ts'

export function talkOver(transfer: OutgoingTransfer): FileTalk {
  return {
    signal: transfer.signal,
    answer: json => transfer.write({ $case: 'fileAnswer', value: { json: JSON.stringify(json) } }),
    send: bytes => transfer.writeBytes(bytes),
    incoming() {
      const bodies = transfer.incoming()
      return untilEnd(bodies, transfer.signal)
    },
  }
}

async function* untilEnd(
  bodies: ReturnType<OutgoingTransfer['incoming']>,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  for await (const body of bodies) {
    if (body.$case === 'fileEnd') return
    if (body.$case === 'fileBytes') yield body.value.bytes
  }
  signal.throwIfAborted()
  throw new Error('the bytes of a file ended without their end')
}
