// Which loader a binary asks for, from a real one and from a 32-bit one made by hand.

import { closeSync, openSync, readFileSync, readSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { elfInterpreter } from './elf-interpreter-rules.ts'

function thirtyTwoBitBinary(loader: string): Buffer {
  const head = Buffer.alloc(4096)
  head.write('\x7fELF', 'latin1')
  head.writeUInt8(1, 4)
  head.writeUInt8(1, 5)
  head.writeUInt32LE(52, 28)
  head.writeUInt16LE(32, 42)
  head.writeUInt16LE(2, 44)
  head.writeUInt32LE(6, 52)
  head.writeUInt32LE(3, 84)
  head.writeUInt32LE(200, 88)
  head.write(loader, 200, 'latin1')
  return head
}

describe('elf interpreter', () => {
  test('a 32-bit game names its loader', () => {
    expect(elfInterpreter(thirtyTwoBitBinary('/lib/ld-linux.so.2'))).toBe('/lib/ld-linux.so.2')
  })

  test('the Node that runs this names the loader that is mapped into it', () => {
    const head = Buffer.alloc(4096)
    const fd = openSync(process.execPath, 'r')
    readSync(fd, head)
    closeSync(fd)
    const loader = elfInterpreter(head)
    expect(loader).toMatch(/^\/.*ld/)
    expect(readFileSync('/proc/self/maps', 'latin1')).toContain(loader?.split('/').at(-1))
  })

  test('nothing is claimed about bytes that are cut short, static or no binary', () => {
    const binary = thirtyTwoBitBinary('/lib/ld-linux.so.2')
    for (let length = 0; length < 215; length += 1) {
      expect([null, '/lib/ld-linux.so.2']).toContain(elfInterpreter(binary.subarray(0, length)))
    }
    expect(elfInterpreter(Buffer.alloc(4096, 0xff))).toBeNull()
    expect(elfInterpreter(Buffer.alloc(0))).toBeNull()
  })
})
