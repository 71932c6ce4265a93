import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { claimStart } from '../start-claim.ts'

let folder: string
let socketFile: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rookery-claim-'))
  socketFile = join(folder, 'keeper.sock')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('T-095 one claim for an id at a time, and another id is not concerned', () => {
  const end = claimStart(socketFile, 1)
  expect(end).not.toBeNull()
  expect(claimStart(socketFile, 1)).toBeNull()
  expect(claimStart(socketFile, 2)).not.toBeNull()
  end?.()
  expect(claimStart(socketFile, 1)).not.toBeNull()
})

test.each([
  ['a process that is gone', '999999999 some-life'],
  ['an earlier life with the same process id', `${process.pid} another-life`],
])('T-095 the claim of %s gives way', (_, content) => {
  writeFileSync(`${socketFile}.start-1`, content)
  expect(claimStart(socketFile, 1)).not.toBeNull()
})

test('T-095 a claim of a living process gives way when it is older than any start', () => {
  const file = `${socketFile}.start-1`
  writeFileSync(file, `${process.ppid} its-life`)
  expect(claimStart(socketFile, 1)).toBeNull()
  utimesSync(file, 0, 0)
  expect(claimStart(socketFile, 1)).not.toBeNull()
})

test('T-102 an empty claim, as a full disk leaves it, does not stand in the way of a start', () => {
  writeFileSync(`${socketFile}.start-1`, '')
  expect(claimStart(socketFile, 1)).not.toBeNull()
})

test.skipIf(process.getuid?.() !== 0)('T-102 a claim that finds the disk full leaves nothing behind', () => {
  const small = join(folder, 'small')
  mkdirSync(small)
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=16k', 'tmpfs', small])
  try {
    const filler = join(small, 'filler')
    expect(() => writeFileSync(filler, Buffer.alloc(64 * 1024))).toThrow('ENOSPC')
    expect(() => claimStart(join(small, 'keeper.sock'), 1)).toThrow('ENOSPC')
    expect(readdirSync(small)).toEqual(['filler'])
    rmSync(filler)
    expect(claimStart(join(small, 'keeper.sock'), 1)).not.toBeNull()
  } finally {
    execFileSync('umount', [small])
  }
})
