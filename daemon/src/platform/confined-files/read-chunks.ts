// Reads an open file from its beginning to its end, and leaves it open: a stream would hold on to the handle.

import type { FileHandle } from 'node:fs/promises'

const chunkBytes = 256 * 1024

export async function* readChunks(handle: FileHandle): AsyncGenerator<Buffer> {
  for (let position = 0; ; ) {
    const { buffer, bytesRead } = await handle.read(Buffer.allocUnsafe(chunkBytes), 0, chunkBytes, position)
    if (bytesRead === 0) return
    position += bytesRead
    yield buffer.subarray(0, bytesRead)
  }
}
