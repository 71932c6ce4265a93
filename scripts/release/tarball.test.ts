// An archive depends on nothing but its files: two makings at other times, with other umasks and orders, are one.

import { execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { PayloadFile } from './payload.ts'
import { fixTimes, stageFiles } from './staging.ts'
import { writeTar } from './tarball.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rookery-tarball-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const epochSeconds = 1_700_000_000

test('the same files give the same bytes', async () => {
  writeFileSync(join(folder, 'source'), 'program', { mode: 0o600 })
  const files: PayloadFile[] = [
    { path: 'a/bin/run', mode: 0o755, from: join(folder, 'source') },
    { path: 'a/b.txt', mode: 0o644, content: 'b' },
    { path: 'a/B.txt', mode: 0o644, content: 'B' },
  ]
  const make = async (name: string, list: PayloadFile[]) => {
    const staged = join(folder, name)
    stageFiles(staged, list)
    fixTimes(staged, epochSeconds)
    await writeTar(join(folder, `${name}.tar.gz`), staged, ['a'], { epochSeconds, gzipLevel: 9 })
    return readFileSync(join(folder, `${name}.tar.gz`))
  }
  const first = await make('one', files)
  chmodSync(join(folder, 'source'), 0o666)
  const second = await make('two', files.toReversed())
  expect(first.equals(second)).toBe(true)
  const listed = execFileSync('tar', ['-tvzf', join(folder, 'one.tar.gz'), '--full-time'], {
    encoding: 'utf8',
    env: { TZ: 'UTC' },
  })
  expect(listed.split('\n').map(line => line.replace(/\s+/g, ' ').replace(/ \d+ (?=2023)/, ' '))).toEqual([
    'drwxr-xr-x 0/0 2023-11-14 22:13:20 a/',
    '-rw-r--r-- 0/0 2023-11-14 22:13:20 a/B.txt',
    '-rw-r--r-- 0/0 2023-11-14 22:13:20 a/b.txt',
    'drwxr-xr-x 0/0 2023-11-14 22:13:20 a/bin/',
    '-rwxr-xr-x 0/0 2023-11-14 22:13:20 a/bin/run',
    '',
  ])
  await writeTar(join(folder, 'owned.tar'), folder, ['one'], { epochSeconds, gzipLevel: 0, owner: 1000 })
  const owned = execFileSync('tar', ['-tvf', join(folder, 'owned.tar')], { encoding: 'utf8' })
  expect(owned.split('\n')[0]).toContain(' 1000/1000 ')
})
