// Fails when Emscripten has changed what we reach into: without it 7-Zip would make links, and write without a limit.

import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sevenZip, { type SevenZipModuleFactory } from '7z-wasm'
import { expect, onTestFinished, test } from 'vitest'
import { createBySevenZip } from '../../../test/install/create-archives.ts'
import { hookWrites, replaceStandardStreams } from './emscripten-internals.ts'

const openSevenZip = sevenZip as unknown as SevenZipModuleFactory

test('T-065 what is written is counted before it is, and a link is reported instead of made', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'rookery-emscripten-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const items = [
    { name: 'sub/file', content: 'x'.repeat(5_000) },
    { name: 'link', linkpath: 'sub/file' },
  ]
  writeFileSync(join(folder, 'archive'), await createBySevenZip('7z', items))
  const module = await openSevenZip({ print: () => {} })
  module.FS.mkdir('/place')
  module.FS.mount(module.NODEFS, { root: folder }, '/place')
  const seen = { bytes: 0, entries: 0, links: [] as [string, string][] }
  hookWrites(module, {
    onWrite: bytes => {
      seen.bytes += bytes
    },
    onEntry: () => {
      seen.entries += 1
    },
    onLink: (...link) => seen.links.push(link),
  })
  module.FS.chdir('/place')
  module.callMain(['x', '-y', '-bd', '-snld', '/place/archive'])
  expect(seen).toMatchObject({ bytes: 5_000, links: [['/place/link', 'sub/file']] })
  expect(seen.entries).toBeGreaterThanOrEqual(2)
  expect(readdirSync(folder).toSorted()).toEqual(['archive', 'sub'])
})

test('8.2 a stream goes through 7-Zip in whole pieces', async () => {
  const module = await openSevenZip({ stdin: () => 0, stdout: () => {} })
  let left = 200_000
  const pieces: number[] = []
  const packed: Buffer[] = []
  replaceStandardStreams(module, {
    read(_buffer, _offset, length) {
      const bytes = Math.min(left, length)
      left -= bytes
      pieces.push(bytes)
      return bytes
    },
    write(buffer, offset, length) {
      // A copy: 7-Zip uses the memory again.
      packed.push(Buffer.from(new Uint8Array(buffer.buffer, buffer.byteOffset + offset, length)))
      return length
    },
  })
  module.callMain(['a', '-txz', '-si', '-so', '-bd', '-mx1', 'stream'])
  expect([left, pieces.length < 100]).toEqual([0, true])
  expect(packed[0]?.subarray(0, 6)).toEqual(Buffer.from('fd377a585a00', 'hex'))
})
