// What was restored is made safe, however odd it is.

import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { sanitizeRestored } from './sanitize-restored.ts'

const isRoot = process.getuid?.() === 0

describe('what was restored', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'rookery-sanitize-'))
    mkdirSync(join(folder, 'files/deep'), { recursive: true })
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  test('has no pipes, sockets and devices left, and no special bits; links stay', async () => {
    const at = (path: string) => join(folder, 'files', path)
    execFileSync('mkfifo', [at('deep/pipe')])
    if (isRoot) execFileSync('mknod', [at('deep/device'), 'c', '1', '3'])
    const server = createServer().listen(at('socket'))
    await new Promise(resolve => server.once('listening', resolve))
    writeFileSync(at('tool'), '')
    chmodSync(at('tool'), 0o6755)
    chmodSync(at('deep'), 0o3775)
    symlinkSync('/etc/shadow', at('link'))
    const dropped = await sanitizeRestored(folder, null)
    server.close()
    const expected = [
      'files/deep/pipe',
      'files/socket',
      'files/tool',
      ...(isRoot ? ['files/deep/device'] : []),
    ]
    expect(dropped.map(({ path }) => path).toSorted()).toEqual(expected.toSorted())
    for (const gone of ['deep/pipe', 'deep/device', 'socket']) expect(existsSync(at(gone))).toBe(false)
    expect(lstatSync(at('tool')).mode & 0o7777).toBe(0o755)
    expect(lstatSync(at('deep')).mode & 0o7777).toBe(0o775)
    expect(lstatSync(join(folder, 'files')).mode & 0o7777).toBe(0o750)
    expect(readlinkSync(at('link'))).toBe('/etc/shadow')
  })

  test('may be deeper than there are open files', async () => {
    const levels = 1_100
    const path = Array.from({ length: levels }, () => 'd').join('/')
    mkdirSync(join(folder, 'files', path), { recursive: true })
    writeFileSync(join(folder, 'files', path, 'tool'), '')
    chmodSync(join(folder, 'files', path, 'tool'), 0o4700)
    const dropped = await sanitizeRestored(folder, isRoot ? { uid: 1_234, gid: 1_234 } : null)
    expect(dropped).toHaveLength(1)
    const { uid, mode } = lstatSync(join(folder, 'files', path, 'tool'))
    expect([mode & 0o7777, isRoot ? uid : 1_234]).toEqual([0o700, 1_234])
  })
})
