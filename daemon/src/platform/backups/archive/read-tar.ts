// Reads a tar archive entry by entry, as the one who asks for the next one; made for what this program has written.

import { Header, Pax } from 'tar'

const blockBytes = 512
const extensionLimitBytes = 1024 * 1024

export interface TarEntry {
  path: string
  type: 'file' | 'directory' | 'link'
  sizeBytes: number
  mode: number
  modifiedAtMs: number
  /** Of a link. */
  target: string
  /** To be read before the next entry is asked for, or not at all. */
  content: AsyncIterable<Buffer>
}

/** What is no tar archive, or ends too early. */
export class BrokenTar extends Error {}

const types: Partial<Record<string, TarEntry['type']>> = {
  File: 'file',
  OldFile: 'file',
  Directory: 'directory',
  SymbolicLink: 'link',
}

export async function* readTar(source: AsyncIterable<Buffer>): AsyncGenerator<TarEntry> {
  const bytes = new ByteReader(source)
  let extension: Pax | undefined
  try {
    for (;;) {
      const block = await bytes.read(blockBytes)
      if (block.every(byte => byte === 0)) return
      const header = new Header(block, 0, extension)
      if (!header.cksumValid) throw new BrokenTar('a header is damaged')
      const size = header.size ?? 0
      const padding = (blockBytes - (size % blockBytes)) % blockBytes
      if (header.type === 'ExtendedHeader') {
        if (size > extensionLimitBytes) throw new BrokenTar('a header is too large')
        extension = Pax.parse((await bytes.read(size)).toString())
        await bytes.skip(padding)
        continue
      }
      const type = types[header.type]
      const content = bytes.take(size)
      if (type !== undefined) yield entryOf(header, type, size, content)
      for await (const _chunk of content) {
        // What nobody wanted.
      }
      await bytes.skip(padding)
      extension = undefined
    }
  } finally {
    await bytes.close()
  }
}

function entryOf(
  header: Header,
  type: TarEntry['type'],
  sizeBytes: number,
  content: AsyncIterable<Buffer>,
): TarEntry {
  return {
    ...{ type, sizeBytes, content },
    path: (header.path ?? '').replace(/\/$/, ''),
    mode: (header.mode ?? 0) & 0o777,
    modifiedAtMs: header.mtime?.getTime() ?? 0,
    target: header.linkpath ?? '',
  }
}

class ByteReader {
  readonly #chunks: AsyncIterator<Buffer>
  #rest: Buffer = Buffer.alloc(0)

  constructor(source: AsyncIterable<Buffer>) {
    this.#chunks = source[Symbol.asyncIterator]()
  }

  async read(length: number): Promise<Buffer> {
    const chunks: Buffer[] = []
    for await (const chunk of this.take(length)) chunks.push(chunk)
    return Buffer.concat(chunks)
  }

  async skip(length: number): Promise<void> {
    await this.read(length)
  }

  /** Exactly so many bytes, by whoever reads them; a second reader goes on where the first has stopped. */
  take(length: number): AsyncIterable<Buffer> {
    let left = length
    const next = async (): Promise<IteratorResult<Buffer>> => {
      if (left === 0) return { done: true, value: undefined }
      if (this.#rest.length === 0) {
        const found = await this.#chunks.next()
        if (found.done) throw new BrokenTar('it ends too early')
        this.#rest = found.value
      }
      const chunk = this.#rest.subarray(0, left)
      this.#rest = this.#rest.subarray(chunk.length)
      left -= chunk.length
      return { done: false, value: chunk }
    }
    return { [Symbol.asyncIterator]: () => ({ next }) }
  }

  async close(): Promise<void> {
    await this.#chunks.return?.()
  }
}
