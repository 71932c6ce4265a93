// Archives made on the spot for tests, the bad ones byte by byte.

import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import sevenZip, { type SevenZipModuleFactory } from '7z-wasm'
import { Header, type HeaderData } from 'tar'
import { ZipFile } from 'yazl'

export interface Item {
  name: string
  content?: Buffer | string
  mode?: number
  /** Of a tar: `SymbolicLink`, `Link`, `CharacterDevice`, `FIFO`, `Directory`. */
  type?: HeaderData['type']
  linkpath?: string
}

const blockBytes = 512

/** Names and links go in as they are, whatever they are. */
export function createTar(items: readonly Item[]): Buffer {
  const blocks = items.flatMap(({ name, content = '', mode = 0o644, type = 'File', linkpath }) => {
    const body = Buffer.from(content)
    const header = new Header({
      path: name,
      mode,
      type,
      size: body.length,
      uid: 0,
      gid: 0,
      mtime: new Date(0),
      ...(linkpath === undefined ? {} : { linkpath }),
    })
    const block = Buffer.alloc(blockBytes)
    header.encode(block, 0)
    return [block, body, Buffer.alloc((blockBytes - (body.length % blockBytes)) % blockBytes)]
  })
  return Buffer.concat([...blocks, Buffer.alloc(2 * blockBytes)])
}

export function createTarGz(items: readonly Item[]): Buffer {
  return gzipSync(createTar(items))
}

/** `rename`: pairs of names of the same length; the second is what the archive says in the end. */
export async function createZip(items: readonly Item[], rename: [string, string][] = []): Promise<Buffer> {
  const zip = new ZipFile()
  for (const { name, content = '', mode = 0o100644 } of items) {
    if (name.endsWith('/')) zip.addEmptyDirectory(name)
    else zip.addBuffer(Buffer.from(content), name, { mode, mtime: new Date(0) })
  }
  zip.end()
  let bytes = await buffer(zip.outputStream)
  for (const [from, to] of rename) {
    bytes = Buffer.from(bytes.toString('latin1').replaceAll(from, to), 'latin1')
  }
  return bytes
}

/** Packs with 7-Zip; `packing` is its name for the kind. A single item is packed as it is. */
export async function createBySevenZip(
  packing: '7z' | 'xz' | 'bzip2',
  items: readonly Item[],
): Promise<Buffer> {
  const folder = mkdtempSync(join(tmpdir(), 'rookery-archive-'))
  try {
    const { FS, NODEFS, callMain } = await (sevenZip as unknown as SevenZipModuleFactory)({ print: () => {} })
    FS.mkdir('/place')
    FS.mount(NODEFS, { root: folder }, '/place')
    FS.mkdir('/items')
    FS.chdir('/items')
    const made = new Set<string>()
    for (const { name, content = '', mode = 0o644, linkpath } of items) {
      const parts = name.split('/').slice(0, -1)
      for (const index of parts.keys()) {
        const parent = parts.slice(0, index + 1).join('/')
        if (!made.has(parent)) FS.mkdir(parent)
        made.add(parent)
      }
      if (linkpath === undefined) {
        FS.writeFile(name, Buffer.from(content))
        FS.chmod(name, mode)
      } else FS.symlink(linkpath, name)
    }
    callMain([
      'a',
      '-snl',
      '-mx1',
      `-t${packing}`,
      '/place/archive.bin',
      ...new Set(items.map(({ name }) => name.split('/')[0] ?? '')),
    ])
    return readFileSync(join(folder, 'archive.bin'))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
