// The verbs that fill a folder: links, files of the daemon's own, whole trees, and giving all of it to a user.

import { spawnSync } from 'node:child_process'
import {
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type OpenedRoot, openRoot } from '../../confined-files.ts'

const isRoot = process.getuid?.() === 0
const user = { uid: 734_567, gid: 734_567 }
const otherDrive = '/dev/shm'
const hasOtherDrive = existsSync(otherDrive) && statSync(otherDrive).dev !== statSync(tmpdir()).dev

describe('filling a confined folder', () => {
  let top = ''
  let inside = ''
  let outside = ''
  let root: OpenedRoot
  beforeEach(async () => {
    top = mkdtempSync(join(tmpdir(), 'rookery-'))
    inside = join(top, 'inside')
    outside = join(top, 'outside')
    for (const folder of [inside, outside, join(inside, 'a')]) mkdirSync(folder)
    root = await openRoot(inside, isRoot ? { owner: user } : {})
  })
  afterEach(async () => {
    await root.close()
    rmSync(top, { recursive: true })
  })

  const refused = (code: string) => expect.objectContaining({ name: 'ConfinedFileError', code })
  const copy = (source: OpenedRoot, target: OpenedRoot, signal = new AbortController().signal) =>
    target.copyTree(source, { signal, onProgress: () => {} })

  test('T-058 a link leads inside or is not made', async () => {
    writeFileSync(join(inside, 'a/link'), 'was a file')
    await root.symlink('a/link', '../b')
    expect(readlinkSync(join(inside, 'a/link'))).toBe('../b')
    if (isRoot) expect(lstatSync(join(inside, 'a/link')).uid).toBe(user.uid)
    await expect(root.symlink('a/link', '../../outside')).rejects.toEqual(refused('escapes'))
    await expect(root.symlink('l', '/etc/passwd')).rejects.toEqual(refused('escapes'))
    expect(readdirSync(inside)).toEqual(['a'])
    symlinkSync(outside, join(inside, 'out'))
    await expect(root.symlink('out/x', 'y')).rejects.toEqual(refused('escapes'))
    expect(readdirSync(outside)).toEqual([])
  })

  test.each([
    ['the same drive', true],
    ['another drive', false],
  ])('a file is moved in from %s, with its owner and mode', async (_name, isSame) => {
    if (!isSame && !hasOtherDrive) return
    const folder = mkdtempSync(join(isSame ? top : otherDrive, 'rookery-'))
    try {
      const source = join(folder, 'part')
      writeFileSync(source, 'x'.repeat(1_000_000))
      await root.moveIn(source, 'a/file', { mode: 0o4750 })
      expect(existsSync(source)).toBe(false)
      const { size, mode, uid } = statSync(join(inside, 'a/file'))
      expect([size, (mode & 0o7777).toString(8)]).toEqual([1_000_000, '750'])
      if (isRoot) expect(uid).toBe(user.uid)
      expect(readdirSync(join(inside, 'a'))).toEqual(['file'])
      symlinkSync(outside, join(inside, 'out'))
      writeFileSync(source, 'x')
      await expect(root.moveIn(source, 'out/x', { mode: 0o640 })).rejects.toEqual(refused('escapes'))
      expect(readdirSync(outside)).toEqual([])
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  test('T-061 a tree is copied with its links and names of any bytes, without pipes and devices', async () => {
    const from = join(top, 'from')
    mkdirSync(join(from, 'deep/er'), { recursive: true, mode: 0o755 })
    writeFileSync(join(from, 'deep/er/file'), 'content', { mode: 0o750 })
    writeFileSync(Buffer.concat([Buffer.from(`${from}/`), Buffer.from([0xff, 0xfe])]), 'odd')
    symlinkSync('/etc/passwd', join(from, 'link'))
    spawnSync('mkfifo', [join(from, 'pipe')])
    const source = await openRoot(from)
    rmSync(join(inside, 'a'), { recursive: true })
    expect(await copy(source, root)).toEqual({ files: 3, bytes: 10 })
    expect(await source.measure()).toMatchObject({ bytes: 10 })
    await source.close()
    expect(readFileSync(join(inside, 'deep/er/file'), 'utf8')).toBe('content')
    expect(statSync(join(inside, 'deep/er/file')).mode & 0o777).toBe(0o750)
    expect(readlinkSync(join(inside, 'link'))).toBe('/etc/passwd')
    expect(existsSync(join(inside, 'pipe'))).toBe(false)
    const names = readdirSync(inside, { encoding: 'buffer' }).map(name => name.toString('hex'))
    expect(names).toContain('fffe')
    if (isRoot) expect(statSync(join(inside, 'deep')).uid).toBe(user.uid)
  })

  test.skipIf(!isRoot)('T-058 a second name for the file of another user is not copied', async () => {
    const from = join(top, 'from')
    mkdirSync(from)
    spawnSync('chown', [String(user.uid), from])
    writeFileSync(join(outside, 'secret'), 'secret', { mode: 0o600 })
    linkSync(join(outside, 'secret'), join(from, 'mine'))
    const source = await openRoot(from)
    await expect(copy(source, root)).rejects.toEqual(refused('escapes'))
    await source.close()
    expect(existsSync(join(inside, 'mine'))).toBe(false)
  })

  test('a copy that is aborted ends', async () => {
    const from = join(top, 'from')
    mkdirSync(from)
    for (let index = 0; index < 20; index += 1) writeFileSync(join(from, String(index)), 'x')
    const source = await openRoot(from)
    await expect(copy(source, root, AbortSignal.abort())).rejects.toThrow()
    await source.close()
    expect(readdirSync(inside)).toEqual(['a'])
  })

  test.skipIf(!isRoot)('files with several names are given over when all of them are inside', async () => {
    writeFileSync(join(inside, 'one'), 'x')
    linkSync(join(inside, 'one'), join(inside, 'a/two'))
    writeFileSync(join(outside, 'theirs'), 'x')
    linkSync(join(outside, 'theirs'), join(inside, 'stolen'))
    await root.chownTree('', user)
    expect(statSync(join(inside, 'one')).uid).toBe(user.uid)
    expect(statSync(join(outside, 'theirs')).uid).toBe(0)
    expect(statSync(join(inside, 'a')).uid).toBe(user.uid)
  })
})
