// The tar format (ustar) as far as an archive of a daemon needs it: regular files and nothing that differs between two runs.

const blockBytes = 512
const nameBytes = 100
const prefixBytes = 155

export interface TarEntry {
  path: string
  sizeBytes: number
  isProgram: boolean
}

/** The block before a file's content. Owner, group and time are fixed, so that the same files give the same archive. */
export function tarHeader({ path, sizeBytes, isProgram }: TarEntry): Buffer {
  const [prefix, name] = splitPath(path)
  const block = Buffer.alloc(blockBytes)
  const text = (value: string, offset: number) => block.write(value, offset, 'utf8')
  const octal = (value: number, offset: number, width: number) =>
    text(value.toString(8).padStart(width - 1, '0'), offset)
  text(name, 0)
  octal(isProgram ? 0o755 : 0o644, 100, 8)
  octal(0, 108, 8)
  octal(0, 116, 8)
  octal(sizeBytes, 124, 12)
  octal(0, 136, 12)
  text(' '.repeat(8), 148)
  text('0', 156)
  text('ustar\0' + '00', 257)
  text('root', 265)
  text('root', 297)
  text(prefix, 345)
  const sum = block.reduce((total, byte) => total + byte, 0)
  text(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
  return block
}

/** What follows a file's content up to the next block. */
export function tarPadding(sizeBytes: number): Buffer {
  return Buffer.alloc((blockBytes - (sizeBytes % blockBytes)) % blockBytes)
}

export const tarEnd = Buffer.alloc(2 * blockBytes)

function splitPath(path: string): [prefix: string, name: string] {
  if (Buffer.byteLength(path) <= nameBytes) return ['', path]
  for (let at = path.indexOf('/'); at !== -1; at = path.indexOf('/', at + 1)) {
    const [prefix, name] = [path.slice(0, at), path.slice(at + 1)]
    if (Buffer.byteLength(prefix) <= prefixBytes && Buffer.byteLength(name) <= nameBytes)
      return [prefix, name]
  }
  throw new RangeError(`${path} is too long for an archive`)
}
