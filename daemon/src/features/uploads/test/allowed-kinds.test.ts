// Which kinds of file the two switches of uploads let in, with contents made here.

import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { LinkRefusal } from '../../../platform/panel-link/link-hooks.ts'
import { checkContent } from '../check-content.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rookery-kinds-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function isAccepted(content: Buffer, switches: { allow_archives?: true; allow_binary?: true }) {
  const file = await open(join(folder, 'upload'), 'w+')
  try {
    await file.writeFile(content)
    await checkContent(file, { allowed_types: [], allow_archives: false, allow_binary: false, ...switches })
    return true
  } catch (error) {
    if (error instanceof LinkRefusal) return false
    throw error
  } finally {
    await file.close()
  }
}

/** Enough for a signature: these bytes, then zeros. */
const beginning = (bytes: Buffer, length = 512) => Buffer.concat([bytes], Math.max(length, bytes.length))

/** The header of one empty file called `a`, and the two empty blocks that end an archive. */
function tarHeader(): Buffer {
  const header = Buffer.alloc(1536)
  header.write('a')
  header.write('0000644\x000000000\x000000000\x0000000000000\x0000000000000\0', 100, 'latin1')
  header.write('        0', 148)
  header.write('ustar\x0000', 257, 'latin1')
  const sum = header.subarray(0, 512).reduce((total, byte) => total + byte, 0)
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1')
  return header
}

test.each([
  ['zip', Buffer.from('PK\x05\x06'.padEnd(22, '\0'), 'latin1')],
  ['tar', tarHeader()],
  ['gzip', gzipSync('content')],
  ['bzip2', beginning(Buffer.from('BZh91AY&SY'))],
  ['7z', beginning(Buffer.from('377abcaf271c0004', 'hex'))],
  ['xz', beginning(Buffer.from('fd377a585a000004e6d6b446', 'hex'))],
])('8.3 (C324) %s is accepted where archives are, and not before', async (_, content) => {
  expect(await isAccepted(content, {})).toBe(false)
  expect(await isAccepted(content, { allow_archives: true })).toBe(true)
})

test.each([
  ['exe', beginning(Buffer.from('4d5a90000300000004000000ffff0000', 'hex'))],
  ['elf', beginning(Buffer.from('7f454c46020101000000000000000000', 'hex'))],
])('8.3 (C324, C325) %s is accepted where binary files are, never as an archive', async (_, content) => {
  expect(await isAccepted(content, { allow_archives: true })).toBe(false)
  expect(await isAccepted(content, { allow_binary: true })).toBe(true)
})

test.each([
  ['SVG', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
  ['HTML', '<!doctype html><p>text</p>'],
])('8.3 (C325) %s is refused, whatever is allowed', async (_, text) => {
  expect(await isAccepted(Buffer.from(text), { allow_archives: true, allow_binary: true })).toBe(false)
})
