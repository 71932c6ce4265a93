import { expect, test } from 'vitest'
import { recordPackage } from './rpm-record.ts'

const magic = Buffer.from('8eade80100000000', 'hex')
const int32s = (...values: number[]) =>
  Buffer.concat(
    values.map(value => {
      const word = Buffer.alloc(4)
      word.writeInt32BE(value)
      return word
    }),
  )
const headerOf = (entries: number[][], data: Buffer) =>
  Buffer.concat([magic, int32s(entries.length, data.length, ...entries.flat()), data])

/** The name and its region, as in a package. */
function inPackage(name: string): { entries: number[][]; data: Buffer } {
  const text = Buffer.from(`${name}\0`)
  return {
    entries: [
      [63, 7, text.length, 16],
      [1000, 6, 0, 1],
    ],
    data: Buffer.concat([text, int32s(63, 7, -32, 16)]),
  }
}

/** With the time of its installation, which rpm adds outside of the region. */
function installed(name: string): Buffer {
  const { entries, data } = inPackage(name)
  return headerOf([...entries, [1008, 4, data.length, 1]], Buffer.concat([data, int32s(1_700_000_000)]))
}

test('a record is found among all, and has again the header of its package', () => {
  const exported = Buffer.concat([installed('glibc'), installed('rookery'), installed('zlib')])
  const record = recordPackage(exported, 'rookery')
  const { entries, data } = inPackage('rookery')
  const original = headerOf(entries, data)
  expect(record?.subarray(-original.length)).toEqual(original)
  expect(record?.subarray(0, 6)).toEqual(Buffer.from('edabeedb0300', 'hex'))
  // The header begins at a multiple of eight, which is how rpm finds it behind the signature.
  expect(((record?.length ?? 1) - original.length) % 8).toBe(0)
})

test('there is none of a package that is not installed, or of something else than records', () => {
  expect(recordPackage(installed('glibc'), 'rookery')).toBeNull()
  expect(recordPackage(Buffer.from('rpmdb: no such option\n'), 'rookery')).toBeNull()
  expect(recordPackage(Buffer.alloc(0), 'rookery')).toBeNull()
})
