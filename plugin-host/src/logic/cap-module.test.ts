import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { moduleOf } from '../../test/wat.ts'
import { type WebAssemblyMemory, type WebAssemblyTable, webAssembly } from '../web-assembly.ts'
import { BinaryReader, BrokenModule, encodeCount } from './binary-reader.ts'
import { capModule } from './cap-module.ts'

const caps = { moduleBytes: 100_000, memoryPages: 16, tableEntries: 100 }
const capped = (text: string) => capModule(moduleOf(text), caps)

describe('T-118 T-120 what a module may be', () => {
  test('a memory without a maximum gets one, and a larger one is lowered', () => {
    for (const memory of ['(memory (export "memory") 1)', '(memory (export "memory") 1 60000)']) {
      const { exports } = new webAssembly.Instance(new webAssembly.Module(capped(`(module ${memory})`)))
      const grown = exports.memory as WebAssemblyMemory
      expect(grown.grow(15)).toBe(1)
      expect(() => grown.grow(1)).toThrow(RangeError)
    }
  })

  test('a maximum below the limit stays', () => {
    const module = new webAssembly.Module(capped('(module (memory (export "memory") 1 2))'))
    const memory = new webAssembly.Instance(module).exports.memory as WebAssemblyMemory
    expect(() => memory.grow(2)).toThrow(RangeError)
  })

  test('a table cannot grow past its limit', () => {
    const module = new webAssembly.Module(capped('(module (table (export "t") 1 funcref))'))
    const table = new webAssembly.Instance(module).exports.t as WebAssemblyTable
    expect(table.grow(99)).toBe(1)
    expect(() => table.grow(1)).toThrow(RangeError)
  })

  const refused: [string, string, RegExp][] = [
    ['too much memory at once', '(module (memory 17))', /17 pages/],
    ['a huge table', '(module (table 10000000 funcref))', /10000000 entries/],
    ['a 64-bit memory', '(module (memory i64 1))', /64-bit/],
    ['a shared memory', '(module (memory 1 2 shared))', /shared/],
    ['an imported memory', '(module (import "rookery" "host_call" (memory 1)))', /imports rookery.host_call/],
    ['an imported global', '(module (import "a" "b" (global i32)) (memory 1))', /imports a.b/],
    [
      'garbage-collected types',
      '(module (type $a (array (mut i64))) (func (param (ref null $a))))',
      /garbage/,
    ],
  ]
  test.each(refused)('%s is refused', (_what, text, message) => {
    expect(() => capped(text)).toThrow(message)
  })

  test('wrong magic, several memories, unknown sections, too many bytes are refused', () => {
    expect(() => capModule(Buffer.from('PK\x03\x04 a zip'), caps)).toThrow(/not a WebAssembly module/)
    const head = [0, 97, 115, 109, 1, 0, 0, 0]
    expect(() => capModule(Uint8Array.from([...head, 5, 5, 2, 0, 1, 0, 1]), caps)).toThrow(/several memories/)
    expect(() => capModule(Uint8Array.from([...head, 13, 1, 0]), caps)).toThrow(/kind 13/)
    expect(() => capModule(new Uint8Array(100_001), caps)).toThrow(/100000 are allowed/)
  })

  test('rubbish after the magic never does anything but refuse or pass what is valid', () => {
    const head = [0, 97, 115, 109, 1, 0, 0, 0]
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), rest => {
        try {
          capModule(Uint8Array.from([...head, ...rest]), caps)
        } catch (error) {
          expect(error).toBeInstanceOf(BrokenModule)
        }
      }),
    )
  })

  test('a number is read as it was written', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 0xffffffff }), value => {
        expect(new BinaryReader(Uint8Array.from(encodeCount(value))).count()).toBe(value)
      }),
    )
  })
})
