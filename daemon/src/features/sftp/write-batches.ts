// Puts writes together that follow each other while they wait: clients send many small ones, and the disk likes few.

export interface WriteBatch {
  ids: number[]
  handle: Buffer
  offset: number
  parts: Buffer[]
}

interface Order {
  ids: readonly number[]
  perform: () => Promise<void>
}

const batchLimitBytes = 256 * 1024

/** A batch takes more until its turn has come, or until another request stands behind it. */
export function createWriteBatches(
  perform: (batch: WriteBatch) => Promise<void>,
  push: (order: Order) => void,
): { write(id: number, handle: Buffer, offset: number, bytes: Buffer): void; closeBatch(): void } {
  let open: WriteBatch | null = null
  let openBytes = 0

  const follows = (batch: WriteBatch, handle: Buffer, offset: number, bytes: Buffer) =>
    batch.handle.equals(handle) &&
    offset === batch.offset + openBytes &&
    openBytes + bytes.length <= batchLimitBytes

  return {
    write(id, handle, offset, bytes) {
      if (open && follows(open, handle, offset, bytes)) {
        open.ids.push(id)
        open.parts.push(bytes)
        openBytes += bytes.length
        return
      }
      const batch: WriteBatch = { ids: [id], handle, offset, parts: [bytes] }
      open = batch
      openBytes = bytes.length
      push({
        ids: batch.ids,
        async perform() {
          if (open === batch) open = null
          await perform(batch)
        },
      })
    },
    closeBatch() {
      open = null
    },
  }
}
