// Reads a body of bytes that must be had as a whole, up to a limit.

import { PanelError } from '../panel-error.ts'

/** Throws PanelError `too_large`. */
export async function readWholeBody(
  body: AsyncIterable<Buffer>,
  limitBytes: number,
  text = `at most ${limitBytes} bytes are taken here`,
): Promise<Buffer> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of body) {
    length += chunk.length
    if (length > limitBytes) throw new PanelError('too_large', { message: text })
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
