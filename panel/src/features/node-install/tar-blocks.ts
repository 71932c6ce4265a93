// What stands around the content of a file in a tar archive: the same for the same file, whenever it is packed.

const blockBytes = 512

export interface TarEntry {
  path: string
  sizeBytes: number
  isProgram: boolean
}

/** The block before a file's content. */
export async function tarHeader({ path, sizeBytes, isProgram }: TarEntry): Promise<Buffer> {
  const { Header } = await import('tar')
  const root = { uid: 0, gid: 0, uname: 'root', gname: 'root', mtime: new Date(0) }
  const header = new Header({ path, size: sizeBytes, type: 'File', mode: isProgram ? 0o755 : 0o644, ...root })
  const block = Buffer.alloc(blockBytes)
  const isTooLong = header.encode(block)
  if (isTooLong) throw new RangeError(`${path} is too long for an archive`)
  return block
}

/** What follows a file's content up to the next block. */
export function tarPadding(sizeBytes: number): Buffer {
  return Buffer.alloc((blockBytes - (sizeBytes % blockBytes)) % blockBytes)
}

export const tarEnd = Buffer.alloc(2 * blockBytes)
