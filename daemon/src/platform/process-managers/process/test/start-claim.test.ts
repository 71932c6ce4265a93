import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
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

test('T-095 a claim that was left half written gives way when it is old', () => {
  const file = `${socketFile}.start-1`
  writeFileSync(file, '')
  expect(claimStart(socketFile, 1)).toBeNull()
  utimesSync(file, 0, 0)
  expect(claimStart(socketFile, 1)).not.toBeNull()
})
