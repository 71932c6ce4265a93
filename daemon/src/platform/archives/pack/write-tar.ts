// Writes a tar archive as a stream; what the plain header cannot hold is told in one before it (pax).

import { Header, Pax } from 'tar'
import type { PackItem } from './pack-item.ts'

const blockBytes = 512
const zeros = Buffer.alloc(256 * 1024)

export async function* writeTar(items: AsyncIterable<PackItem>): AsyncGenerator<Uint8Array> {
  for await (const item of items) {
    yield headerOf(item)
    if (item.type === 'file') yield* bodyOf(item)
  }
  yield zeros.subarray(0, 2 * blockBytes)
}

function headerOf(item: PackItem): Buffer {
  const facts = {
    path: item.type === 'directory' ? `${item.name}/` : item.name,
    mode: item.type === 'link' ? 0o777 : item.mode,
    size: item.type === 'file' ? item.sizeBytes : 0,
    mtime: new Date(Math.floor(item.modifiedAtMs / 1_000) * 1_000),
    ...(item.type === 'link' && { linkpath: item.target }),
  }
  const header = new Header({ ...facts, uid: 0, gid: 0, type: typeNames[item.type] })
  const block = Buffer.alloc(blockBytes)
  return header.encode(block, 0) ? Buffer.concat([new Pax(facts).encode(), block]) : block
}

const typeNames = { file: 'File', directory: 'Directory', link: 'SymbolicLink' } as const

/** The header has promised a size: a file that ends earlier goes on with zeros. */
async function* bodyOf({
  sizeBytes,
  content,
}: Extract<PackItem, { type: 'file' }>): AsyncGenerator<Uint8Array> {
  let missing = sizeBytes
  for await (const chunk of content) {
    missing -= chunk.length
    yield chunk
  }
  missing += (blockBytes - (sizeBytes % blockBytes)) % blockBytes
  for (; missing > 0; missing -= Math.min(missing, zeros.length)) yield zeros.subarray(0, missing)
}
