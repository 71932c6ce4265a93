// Points as few bytes: whole numbers, each column as differences from the value before, absent values as one byte.

import type { HistoryColumn } from '@rookery/contracts/metric-history.ts'
import type { ColumnValues } from './roll-up.ts'

/** Every difference of two values is still a whole number that is exact. */
const largest = 2 ** 51
const version = 1

/** Two decimals of what is not counted in bytes, seconds or players at most: more would say nothing. */
export function scaleOf({ unit, figure }: HistoryColumn): number {
  return unit === 'bytes' || unit === 'seconds' || (unit === 'players' && figure === 'most') ? 1 : 100
}

class ByteWriter {
  #bytes = new Uint8Array(256)
  #length = 0

  #ensureCapacity(count: number): void {
    if (this.#length + count <= this.#bytes.length) return
    const larger = new Uint8Array(Math.max(this.#bytes.length * 2, this.#length + count))
    larger.set(this.#bytes)
    this.#bytes = larger
  }

  number(value: number): void {
    this.#ensureCapacity(10)
    let left = value
    while (left >= 128) {
      this.#bytes[this.#length++] = (left % 128) + 128
      left = Math.floor(left / 128)
    }
    this.#bytes[this.#length++] = left
  }

  /** 0 is absent. */
  optional(value: number | null): void {
    this.number(value === null ? 0 : (value >= 0 ? value * 2 : -value * 2 - 1) + 1)
  }

  /** With its length before it, so that a reader can pass over it. */
  piece(bytes: Uint8Array): void {
    this.number(bytes.length)
    this.#ensureCapacity(bytes.length)
    this.#bytes.set(bytes, this.#length)
    this.#length += bytes.length
  }

  done(): Uint8Array {
    return this.#bytes.slice(0, this.#length)
  }
}

class ByteReader {
  readonly #bytes: Uint8Array
  #at = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#bytes.length
  }

  number(): number {
    let value = 0
    for (let factor = 1; ; factor *= 128) {
      const byte = this.#bytes[this.#at++]
      if (byte === undefined) throw new Error('packed points end too early')
      value += (byte % 128) * factor
      if (byte < 128) return value
    }
  }

  skipPiece(): void {
    const length = this.number()
    this.#at += length
  }

  optional(): number | null {
    const read = this.number()
    if (read === 0) return null
    const folded = read - 1
    return folded % 2 === 0 ? folded / 2 : -(folded + 1) / 2
  }
}

function wholeOf(value: number | undefined, scale: number): number | null {
  if (value === undefined || Number.isNaN(value)) return null
  return Math.round(Math.min(largest, Math.max(-largest, value * scale)))
}

/** Slot by slot of one source; null where there is no point. */
export function packBlock(
  columns: readonly HistoryColumn[],
  slots: readonly (ColumnValues | null)[],
): Uint8Array {
  const writer = new ByteWriter()
  writer.number(version)
  writer.number(columns.length)
  writer.number(slots.length)
  for (const [index, column] of columns.entries()) {
    const scale = scaleOf(column)
    let before = 0
    for (const slot of slots) {
      const value = wholeOf(slot?.[index], scale)
      writer.optional(value === null ? null : value - before)
      if (value !== null) before = value
    }
  }
  return writer.done()
}

/** A column that the writer did not know yet is absent; one that only a later daemon knows is left out. */
export function unpackBlock(columns: readonly HistoryColumn[], bytes: Uint8Array): (ColumnValues | null)[] {
  const reader = new ByteReader(bytes)
  if (reader.number() !== version) throw new Error('packed points of another version')
  const columnCount = reader.number()
  const slotCount = reader.number()
  const slots = Array.from({ length: slotCount }, () => columns.map(() => Number.NaN))
  for (let index = 0; index < columnCount; index++) {
    const column = columns[index]
    let before = 0
    for (const slot of slots) {
      const difference = reader.optional()
      if (difference === null) continue
      before += difference
      if (column) slot[index] = before / scaleOf(column)
    }
  }
  return slots.map(values => (values.every(Number.isNaN) ? null : values))
}

export interface SourceValues {
  source: number
  values: ColumnValues
  columns: readonly HistoryColumn[]
}

/** One point of many sources. */
export function packMoment(all: readonly SourceValues[]): Uint8Array {
  const writer = new ByteWriter()
  for (const { source, values, columns } of all) {
    const own = new ByteWriter()
    own.number(columns.length)
    for (const [index, column] of columns.entries()) own.optional(wholeOf(values[index], scaleOf(column)))
    writer.number(source)
    writer.piece(own.done())
  }
  return writer.done()
}

/** `columnsOf` null: a source that is no longer known, which is passed over. */
export function unpackMoment(
  columnsOf: (source: number) => readonly HistoryColumn[] | null,
  bytes: Uint8Array,
): Map<number, ColumnValues> {
  const reader = new ByteReader(bytes)
  const found = new Map<number, ColumnValues>()
  while (!reader.isAtEnd) {
    const source = reader.number()
    const columns = columnsOf(source)
    if (!columns) {
      reader.skipPiece()
      continue
    }
    // Its length.
    reader.number()
    const count = reader.number()
    const read = Array.from({ length: count }, () => reader.optional())
    const values = columns.map((column, index) => {
      const value = read[index] ?? null
      return value === null ? Number.NaN : value / scaleOf(column)
    })
    if (!values.every(Number.isNaN)) found.set(source, values)
  }
  return found
}
