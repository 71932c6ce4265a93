// Tar archives whose headers lie: refused with the reason, and nothing is unpacked.

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { propertyRuns } from '../../../../../test-services/proof-size.ts'
import { createTar } from '../../../../test/install/create-archives.ts'
import { type ArchiveFixture, leftovers, openArchiveFixture, treeOf } from './archive-fixture.ts'

/** A header whose checksum is right, whatever else it says. */
function header(type: string, size: Buffer | string, name = 'entry'): Buffer {
  const block = Buffer.alloc(512)
  block.write(name)
  block.write('0000644\0', 100)
  if (typeof size === 'string') block.write(size, 124)
  else size.copy(block, 124)
  block.write('00000000000\0', 136)
  block.write('        ', 148)
  block.write(type, 156)
  block.write('ustar\x0000', 257)
  const sum = block.reduce((total, byte) => total + byte, 0)
  block.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
  return block
}
const octal = (size: number) => `${size.toString(8).padStart(11, '0')}\0`
const padded = (body: Buffer) => Buffer.concat([body, Buffer.alloc((512 - (body.length % 512)) % 512)])
const record = (text: string) => {
  for (let length = text.length + 3; ; length += 1) {
    const whole = `${length} ${text}\n`
    if (Buffer.byteLength(whole) === length) return whole
  }
}
const pax = (...records: string[]) => {
  const body = Buffer.from(records.join(''))
  return Buffer.concat([header('x', octal(body.length), 'pax'), padded(body)])
}
const file = Buffer.concat([header('0', octal(3)), padded(Buffer.from('abc'))])
const end = Buffer.alloc(1024)
const negative = Buffer.alloc(12, 0xff)
const huge = Buffer.from([0x80, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff])

const wrong: [string, Buffer[], RegExp][] = [
  ['NUL in a PAX path', [pax(record('path=a\0b')), file], /"path" of an extended header holds NUL/],
  ['NUL in a PAX link', [pax(record('linkpath=a\0b')), header('2', octal(0))], /"linkpath".*NUL/],
  ['a negative PAX size', [pax(record('size=-5')), file], /announces a size of "-5"/],
  ['a PAX size that is no number', [pax(record('size=1e3')), file], /announces a size/],
  ['a negative size in base 256', [header('0', negative), padded(Buffer.from('abc'))], /is negative/],
  ['a size larger than any file', [header('0', huge)], /larger than any file/],
  [
    'a size that is no number',
    [header('0', 'abcdefghijk\0'), padded(Buffer.from('abc'))],
    /the size of an entry is/,
  ],
  [
    'a size with a sign',
    [header('0', '-0000000003\0'), padded(Buffer.from('abc'))],
    /the size of an entry is/,
  ],
  [
    'a size beyond the archive',
    [header('0', octal(5_000)), padded(Buffer.from('abc'))],
    /middle of an entry|broken/,
  ],
  ['two PAX paths', [pax(record('path=a'), record('path=b')), file], /says "path" twice/],
  ['two PAX sizes', [pax(record('size=3'), record('size=4')), file], /says "size" twice/],
  ['a PAX record that is too long', [pax('99 path=a\n'), file], /not as long as it says/],
  ['a PAX record without a length', [pax('path=a\n'), file], /not as long as it says/],
  ['a sparse entry', [header('S', octal(3)), padded(Buffer.from('abc'))], /sparse/],
  ['a sparse PAX record', [pax(record('GNU.sparse.major=1')), file], /sparse/],
  ['NUL in a long name', [header('L', octal(4)), padded(Buffer.from('a\0b\0')), file], /a name holds NUL/],
  ['a fault behind an empty block', [Buffer.alloc(512), header('0', negative)], /is negative/],
]

describe('malformed tar archives', () => {
  let fixture: ArchiveFixture
  beforeEach(async () => {
    fixture = await openArchiveFixture()
  })
  afterEach(() => fixture.close())

  it.each(wrong)('8.2 %s is refused, and nothing of the archive stays', async (_, blocks, reason) => {
    const archive = Buffer.concat([
      createTar([{ name: 'good', content: 'x' }]).subarray(0, 1024),
      ...blocks,
      end,
    ])
    writeFileSync(join(fixture.folder, 'a.tar'), archive)
    await expect(fixture.extract('a.tar')).rejects.toThrow(reason)
    expect(Object.keys(treeOf(fixture.folder))).toEqual(['a.tar'])
    expect(leftovers(fixture.folder)).toEqual([])
  })

  it('8.2 honest extended headers are read', async () => {
    const blocks = [pax(record('path=long/name'), record('size=3'), record('mtime=1.5')), file]
    writeFileSync(join(fixture.folder, 'a.tar'), Buffer.concat([...blocks, end]))
    await fixture.extract('a.tar')
    expect(Object.keys(treeOf(fixture.folder))).toContain('long/name')
  })

  it('8.2 a header with any bytes in its fields is unpacked or refused, never half', async () => {
    const whole = Buffer.concat([pax(record('path=p'), record('size=3')), file, end])
    await fc.assert(
      fc.asyncProperty(fc.nat({ max: whole.length - 1025 }), fc.nat({ max: 255 }), async (at, byte) => {
        const changed = Buffer.from(whole)
        changed[at] = byte
        writeFileSync(join(fixture.folder, 'a.tar'), changed)
        await fixture.extract('a.tar', 'out').catch((error: unknown) => expect(error).toBeInstanceOf(Error))
        expect(leftovers(fixture.folder)).toEqual([])
      }),
      propertyRuns(100),
    )
  })
})
