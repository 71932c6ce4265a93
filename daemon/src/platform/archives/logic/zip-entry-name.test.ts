import { describe, expect, test } from 'vitest'
import { type NamedEntry, zipEntryName } from './zip-entry-name.ts'

const entry = (bytes: Buffer, more: Partial<NamedEntry> = {}): NamedEntry => ({
  fileName: 'as decoded',
  fileNameRaw: bytes,
  generalPurposeBitFlag: 0,
  versionMadeBy: 20,
  extraFields: [],
  ...more,
})
const unix = { versionMadeBy: 3 << 8 }

describe('names in zip archives', () => {
  test('8.2 UTF-8 without a word about it is read as UTF-8, whoever made it', () => {
    expect(zipEntryName(entry(Buffer.from('größe\\😀.txt')))).toBe('größe/😀.txt')
    expect(zipEntryName(entry(Buffer.from('a\nb'), unix))).toBe('a\nb')
  })

  test('8.2 what is no UTF-8, plain ASCII of other systems, and names with a word stay as decoded', () => {
    expect(zipEntryName(entry(Buffer.from([0x81, 0x62])))).toBe('as decoded')
    expect(zipEntryName(entry(Buffer.from([0x81, 0x62]), unix))).toBe('as decoded')
    expect(zipEntryName(entry(Buffer.from('a\nb')))).toBe('as decoded')
    const names = Buffer.from('größe')
    expect(zipEntryName(entry(names, { generalPurposeBitFlag: 0x800 }))).toBe('as decoded')
    expect(zipEntryName(entry(names, { extraFields: [{ id: 0x7075 }] }))).toBe('as decoded')
  })
})
