// Archives that grow without measure: they end at a limit, and what they have written is gone again.

import { deflateRawSync, gzipSync, constants as zlib } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { proofSize } from '../../../../../test-services/proof-size.ts'
import { createBySevenZip, createTar, createZip } from '../../../../test/install/create-archives.ts'
import { usualRatioCountsFromBytes } from '../../../platform/archives/logic/unpack-limits.ts'
import {
  endRecords,
  localRecord,
  tableRecord,
  type ZipEntry,
} from '../../../platform/archives/logic/zip-records.ts'
import { entryLimit as usualEntryLimit } from '../archives.ts'
import { type ArchiveFixture, leftovers, openArchiveFixture, treeOf } from './archive-fixture.ts'

const mebibyte = 1024 ** 2
/** Where the ratio begins to count, which all bombs here grow beyond. */
const ratioCountsFromBytes = proofSize({ short: 10_000_000, proof: usualRatioCountsFromBytes })

const zipEntry = (name: string, packed: Buffer, bytes: number, count = 1): ZipEntry => ({
  name: Buffer.from(name),
  unixMode: 0o100644,
  isFolder: false,
  modifiedAtMs: 0,
  isLarge: true,
  isMeasuredLater: false,
  isDeflated: true,
  crc: 0,
  packedBytes: packed.length * count,
  bytes,
  offset: 0,
})

/** Many names for one content. */
function overlapping(count: number): Buffer {
  const bytes = ratioCountsFromBytes / 2
  const packed = deflateRawSync(Buffer.alloc(bytes))
  const first = Buffer.concat([localRecord(zipEntry('0', packed, bytes)), packed])
  const table = Buffer.concat(
    Array.from({ length: count }, (_, index) => tableRecord(zipEntry(String(index), packed, bytes))),
  )
  return Buffer.concat([first, table, endRecords(count, table.length, first.length)])
}

function zipOfZeros(bytes: number): Buffer {
  const pieceBytes = proofSize({ short: 4, proof: 16 }) * mebibyte
  const piece = deflateRawSync(Buffer.alloc(pieceBytes), { finishFlush: zlib.Z_FULL_FLUSH, level: 9 })
  const count = bytes / pieceBytes
  const packed = Buffer.concat([
    ...Array.from({ length: count }, () => piece),
    deflateRawSync(Buffer.alloc(0)),
  ])
  const entry = zipEntry('zeros', packed, bytes)
  const first = Buffer.concat([localRecord(entry), packed])
  const table = tableRecord(entry)
  return Buffer.concat([first, table, endRecords(1, table.length, first.length)])
}

/** Streams can be put one after another: the first one begins with the head of a tar that promises it all. */
async function tarOfZeros(
  bytes: number,
  pack: (content: Buffer) => Promise<Buffer> | Buffer,
): Promise<Buffer> {
  const pieceBytes = proofSize({ short: 4, proof: 16 }) * mebibyte
  const head = createTar([{ name: 'zeros', content: '' }]).subarray(0, 512)
  head.write(`${bytes.toString(8).padStart(11, '0')} `, 124, 'latin1')
  head.write('        ', 148, 'latin1')
  const sum = head.reduce((total, byte) => total + byte, 0)
  head.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1')
  const piece = await pack(Buffer.alloc(pieceBytes))
  return Buffer.concat([await pack(head), ...Array.from({ length: bytes / pieceBytes }, () => piece)])
}

describe('T-067 bombs', () => {
  let game: ArchiveFixture
  beforeEach(async () => {
    game = await openArchiveFixture({ ratioCountsFromBytes })
    game.write('target/before', 'mine')
  })
  afterEach(() => game.close())

  const isRefused = async (archive: Buffer, message: RegExp) => {
    game.write('archive', archive)
    const before = treeOf(game.folder)
    await expect(game.extract('archive', 'target')).rejects.toThrow(message)
    expect(leftovers(game.folder)).toEqual([])
    expect(treeOf(game.folder)).toEqual(before)
  }

  it('T-067 a zip whose 2,000 names share one content ends at the ratio', async () => {
    await isRefused(overlapping(2_000), /200 times its size/)
  })

  it('T-067 a zip in a zip is one file: nothing is unpacked twice', async () => {
    const inner = await createZip([{ name: 'zeros', content: Buffer.alloc(1_000_000) }])
    game.write(
      'archive',
      await createZip(Array.from({ length: 16 }, (_, at) => ({ name: `${at}.zip`, content: inner }))),
    )
    await game.extract('archive', 'out')
    const names = Object.keys(treeOf(game.folder)).filter(name => name.startsWith('out/'))
    expect(names).toHaveLength(17)
    expect(names.every(name => name === 'out/' || name.endsWith('.zip'))).toBe(true)
  })

  const mebibytes = proofSize({ short: 128, proof: 10_240 })
  it(`T-067 ${mebibytes} MiB of zeros as zip and as tar.gz end at the disk limit`, {
    timeout: 60_000,
  }, async () => {
    await game.close()
    const limitBytes = proofSize({ short: 4_000_000, proof: 40_000_000 })
    game = await openArchiveFixture({ limitBytes })
    const message = new RegExp(`disk limit of this game server is ${limitBytes} bytes`)
    await isRefused(zipOfZeros(mebibytes * mebibyte), message)
    await isRefused(
      await tarOfZeros(mebibytes * mebibyte, content => gzipSync(content)),
      /disk limit of this game server/,
    )
  })

  it('T-067 zeros as tar.bz2, tar.gz and 7z end at the ratio', {
    timeout: 60_000,
  }, async () => {
    const bzip2 = (content: Buffer) => createBySevenZip('bzip2', [{ name: 'a', content }])
    await isRefused(
      await tarOfZeros(proofSize({ short: 64, proof: 10_240 }) * mebibyte, bzip2),
      /200 times its size/,
    )
    const gzipBytes = proofSize({ short: 64 * mebibyte, proof: 512 * mebibyte })
    await isRefused(await tarOfZeros(gzipBytes, content => gzipSync(content)), /200 times its size/)
    const zeros = Buffer.alloc(ratioCountsFromBytes * 1.2)
    await isRefused(await createBySevenZip('7z', [{ name: 'zeros', content: zeros }]), /200 times its size/)
  })

  it('T-067 zeros that no entry claims count too', { timeout: 60_000 }, async () => {
    const piece = gzipSync(Buffer.alloc(proofSize({ short: 8, proof: 64 }) * mebibyte))
    const archive = Buffer.concat([
      gzipSync(createTar([{ name: 'a' }])),
      ...Array.from({ length: 8 }, () => piece),
    ])
    await isRefused(archive, /200 times its size/)
  })

  const entryLimit = proofSize({ short: 200, proof: usualEntryLimit })
  it(`T-067 empty entries end at the limit of ${entryLimit}: a zip before it begins, a tar where it is reached`, {
    timeout: 60_000,
  }, async () => {
    await game.close()
    game = await openArchiveFixture({ entryLimit })
    game.write('target/before', 'mine')
    const items = Array.from({ length: entryLimit * 1.5 }, (_, at) => ({ name: `e/${at}` }))
    const table = Buffer.concat(
      items.map(({ name }) => tableRecord({ ...zipEntry(name, Buffer.alloc(0), 0), isDeflated: false })),
    )
    const first = localRecord({ ...zipEntry('e/0', Buffer.alloc(0), 0), isDeflated: false })
    await isRefused(
      Buffer.concat([first, table, endRecords(items.length, table.length, first.length)]),
      new RegExp(`more than ${entryLimit} entries`),
    )
    await game.close()
    game = await openArchiveFixture({ entryLimit: 100 })
    await isRefused(gzipSync(createTar(items.slice(0, 200))), /more than 100 entries/)
  })

  it('T-067 a gzip in a gzip is no archive, and a broken one leaves nothing', async () => {
    await isRefused(gzipSync(gzipSync(createTar([{ name: 'a' }]))), /broken/)
    const half = gzipSync(createTar([{ name: 'a' }, { name: 'b', content: 'x'.repeat(100_000) }]))
    await isRefused(half.subarray(0, half.length - 40), /broken|unexpected end|missing/)
    const zip = await createZip([{ name: 'a', content: 'x'.repeat(1_000) }])
    await isRefused(zip.subarray(0, zip.length - 10), /broken/)
    await isRefused(Buffer.from('no archive at all'), /no archive that can be unpacked/)
  })

  it('one entry is counted as one', async () => {
    game.write('one.tar.gz', gzipSync(createTar([{ name: 'a' }])))
    await game.extract('one.tar.gz', 'out')
    expect(game.said.at(-1)).toBe('1 entry unpacked')
    game.write('two.tar', createTar([{ name: 'a' }, { name: 'b' }]))
    await game.extract('two.tar', 'out')
    expect(game.said.at(-1)).toBe('2 entries unpacked')
  })

  it('a single compressed file is told as one, with what can be unpacked', async () => {
    const single = /single compressed file and no archive: zip, tar, tar\.gz, .* can be unpacked/
    for (const content of ['', 'short', 'x'.repeat(5_000), '123456 '.repeat(1_000)]) {
      await isRefused(gzipSync(Buffer.from(content)), single)
    }
    const bzip2 = await createBySevenZip('bzip2', [{ name: 'a', content: Buffer.alloc(2_000, 'log line ') }])
    await isRefused(bzip2, single)
  })
})
