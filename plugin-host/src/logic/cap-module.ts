// Lets through only modules whose memory can be bounded, and writes the bounds into them.
//
// An allow-list: what is not known here is refused, so that a later kind of section, memory or type brings no hole with
// it. Linear memory and tables get a maximum; types of the garbage-collected kind, shared, 64-bit and imported memories
// have no such bound and are refused. The only import is `host_call`.

import { BinaryReader, BrokenModule, encodeCount } from './binary-reader.ts'

export interface ModuleCaps {
  moduleBytes: number
  /** Of 64 KiB. */
  memoryPages: number
  tableEntries: number
}

const magic = [0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00]
const sections = {
  custom: 0,
  type: 1,
  import: 2,
  function: 3,
  table: 4,
  memory: 5,
  global: 6,
  export: 7,
  start: 8,
  element: 9,
  code: 10,
  data: 11,
  dataCount: 12,
}
const known = new Set(Object.values(sections))
const functionType = 0x60
const tableLimit = 4
const referenceTypes = new Set([0x70, 0x6f])

/** The module with its bounds; throws BrokenModule with words for its author. */
export function capModule(bytes: Uint8Array, caps: ModuleCaps): Uint8Array<ArrayBuffer> {
  if (bytes.length > caps.moduleBytes) {
    throw new BrokenModule(`the module has ${bytes.length} bytes, and ${caps.moduleBytes} are allowed`)
  }
  if (!magic.every((byte, index) => bytes[index] === byte)) {
    throw new BrokenModule('this is not a WebAssembly module (version 1)')
  }
  const reader = new BinaryReader(bytes, magic.length)
  const parts: Uint8Array[] = [Uint8Array.from(magic)]
  while (!reader.isAtEnd) {
    const id = reader.byte()
    const content = reader.take(reader.count())
    if (!known.has(id)) throw new BrokenModule(`the module has a section of kind ${id}, which is not allowed`)
    if (id === sections.custom) continue
    const capped = capSection(id, content, caps)
    parts.push(Uint8Array.from([id, ...encodeCount(capped.length)]), capped)
  }
  return Uint8Array.from(Buffer.concat(parts))
}

function capSection(id: number, content: Uint8Array, caps: ModuleCaps): Uint8Array {
  const reader = new BinaryReader(content)
  if (id === sections.type) checkTypes(reader)
  if (id === sections.import) checkImports(reader)
  if (id === sections.memory) return capMemory(reader, caps)
  if (id === sections.table) return capTables(reader, caps)
  return content
}

function checkTypes(reader: BinaryReader): void {
  for (let left = reader.count(); left > 0; left--) {
    if (reader.byte() !== functionType) {
      throw new BrokenModule(
        'the module uses types of garbage-collected WebAssembly: compile it without them',
      )
    }
    for (let list = 0; list < 2; list++) reader.take(reader.count())
  }
  mustEnd(reader)
}

function checkImports(reader: BinaryReader): void {
  for (let left = reader.count(); left > 0; left--) {
    const name = `${reader.name()}.${reader.name()}`
    const kind = reader.byte()
    if (kind !== 0 || name !== 'rookery.host_call') {
      throw new BrokenModule(`the module imports ${name}: the function rookery.host_call is all there is`)
    }
    reader.count()
  }
  mustEnd(reader)
}

function capMemory(reader: BinaryReader, { memoryPages }: ModuleCaps): Uint8Array {
  const memories = reader.count()
  if (memories > 1) throw new BrokenModule('the module has several memories: one is allowed')
  if (memories === 0) return Uint8Array.from([0])
  const { initial, maximum } = readLimits(reader, 'memory')
  mustEnd(reader)
  if (initial > memoryPages) {
    throw new BrokenModule(
      `the module begins with ${initial} pages of memory, and ${memoryPages} are allowed`,
    )
  }
  return Uint8Array.from([1, ...limits(initial, Math.min(maximum, memoryPages))])
}

function capTables(reader: BinaryReader, { tableEntries }: ModuleCaps): Uint8Array {
  const tables = reader.count()
  if (tables > tableLimit)
    throw new BrokenModule(`the module has ${tables} tables: ${tableLimit} are allowed`)
  const out = [...encodeCount(tables)]
  for (let left = tables; left > 0; left--) {
    const type = reader.byte()
    if (!referenceTypes.has(type))
      throw new BrokenModule('the module has a table of a kind that is not allowed')
    const { initial, maximum } = readLimits(reader, 'table')
    if (initial > tableEntries) {
      throw new BrokenModule(`the module has a table of ${initial} entries, and ${tableEntries} are allowed`)
    }
    out.push(type, ...limits(initial, Math.min(maximum, tableEntries)))
  }
  mustEnd(reader)
  return Uint8Array.from(out)
}

/** Flags other than "has a maximum" mean shared or 64-bit. */
function readLimits(reader: BinaryReader, what: string): { initial: number; maximum: number } {
  const flags = reader.byte()
  if (flags > 1)
    throw new BrokenModule(`the module has a ${what} that is shared or 64-bit: neither is allowed`)
  const initial = reader.count()
  return { initial, maximum: flags === 1 ? reader.count() : Number.POSITIVE_INFINITY }
}

const limits = (initial: number, maximum: number) => [1, ...encodeCount(initial), ...encodeCount(maximum)]

function mustEnd(reader: BinaryReader): void {
  if (!reader.isAtEnd) throw new BrokenModule('a section of the module is longer than what it holds')
}
