// Sends bytes through a transformation such as compression, as fast as they are read at its end.

import { type Duplex, pipeline, Readable } from 'node:stream'

/** A fault of the source comes out at the end; whoever stops reading stops the source too. */
export async function* transformed(
  source: AsyncIterable<Uint8Array>,
  transform: Duplex,
): AsyncGenerator<Buffer> {
  pipeline(Readable.from(source, { objectMode: false }), transform, () => {})
  for await (const chunk of transform) yield chunk as Buffer
}
