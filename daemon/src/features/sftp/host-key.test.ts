// The host key: made once, kept, and readable every single time.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import ssh2 from 'ssh2'
import { expect, test } from 'vitest'
import { proofSize } from '../../../../test-services/proof-size.ts'
import { loadHostKey, newPrivateKey } from './host-key.ts'

const keys = proofSize({ short: 200, proof: 1_000 })
test('L12 every key that is made can be read again', () => {
  for (let count = 0; count < keys; count += 1) {
    expect(ssh2.utils.parseKey(newPrivateKey(ssh2.utils))).not.toBeInstanceOf(Error)
  }
})

test('L12 it stays the same, and a damaged one is told and never replaced', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'rookery-'))
  const first = await loadHostKey(folder, ssh2)
  expect(await loadHostKey(folder, ssh2)).toEqual(first)
  const file = join(folder, 'sftp-host-key')
  writeFileSync(file, 'damaged')
  await expect(loadHostKey(folder, ssh2)).rejects.toThrow(/cannot be read/)
  expect(readFileSync(file, 'utf8')).toBe('damaged')
  rmSync(folder, { recursive: true })
})
