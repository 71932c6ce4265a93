// A root that keeps people off protected files, verb by verb: each one refuses by name and by a second name of the file.

import { linkSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type ConfinedRoot, type OpenedRoot, openRoot } from '../../confined-files.ts'
import { createPathPatterns } from '../logic/path-patterns.ts'
import { protectFiles } from '../protected-files.ts'

const copying = { signal: new AbortController().signal, onProgress: () => {} }
const visiting = { signal: copying.signal, isLeftOut: () => false }
const text = Buffer.from('mine')

type Try = (root: ConfinedRoot, path: string) => Promise<unknown>

/** What reads or changes the file itself: a second name of it is as closed. */
const onTheFile: Partial<Record<keyof ConfinedRoot, Try>> = {
  readFile: (root, path) => root.readFile(path, { limitBytes: 100 }),
  openRead: (root, path) => root.openRead(path),
  openFile: (root, path) => root.openFile(path),
  openForChange: (root, path) => root.openForChange(path, { append: true }),
  setTimes: (root, path) => root.setTimes(path, { accessedAtMs: 0, modifiedAtMs: 0 }),
  chmod: (root, path) => root.chmod(path, 0o777),
  copy: (root, path) => root.copy(path, 'copied', copying),
}
/** What gives the name to something else, or takes it away: the file keeps its other name. */
const onTheName: Partial<Record<keyof ConfinedRoot, Try>> = {
  openReplacement: (root, path) => root.openReplacement(path),
  writeFileAtomic: (root, path) => root.writeFileAtomic(path, text),
  putFile: (root, path) => root.putFile(path, text),
  checkWrite: (root, path) => root.checkWrite(path, 'anything'),
  copyIn: (root, path) => root.copyIn(import.meta.filename, path),
  moveIn: (root, path) => root.moveIn('/dev/null/missing', path, { mode: 0o640 }),
  removeFile: (root, path) => root.removeFile(path),
  removeEmptyFolder: (root, path) => root.removeEmptyFolder(path),
  readLink: (root, path) => root.readLink(path),
  symlink: (root, path) => root.symlink('link', path),
  mkdir: (root, path) => root.mkdir(path),
  checkRemoval: (root, path) => root.checkRemoval(path),
  remove: (root, path) => root.remove(path),
  rename: (root, path) => root.rename(path, 'renamed'),
  visit: (root, path) => root.visit(path, visiting).next(),
}
/** Names are no secret; `merge` and `scanTree` have tests of their own, below and with the archives. */
const open: (keyof ConfinedRoot)[] = [
  'close',
  'freeBytes',
  'list',
  'measure',
  'merge',
  'openFolderReader',
  'scanTree',
  'stat',
  'unmake',
]

describe('a root with protected files', () => {
  let folder = ''
  let root: OpenedRoot
  let guarded: ConfinedRoot

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'rookery-'))
    writeFileSync(join(folder, 'secret.txt'), 'the secret')
    linkSync(join(folder, 'secret.txt'), join(folder, 'second'))
    writeFileSync(join(folder, 'open.txt'), 'open')
    root = await openRoot(folder)
    guarded = protectFiles(root, createPathPatterns(['secret.txt']))
  })
  afterEach(async () => {
    await root.close()
    rmSync(folder, { recursive: true })
  })

  const refused = expect.objectContaining({ name: 'ConfinedFileError', code: 'protected' })

  test.each(Object.entries({ ...onTheFile, ...onTheName }))('8.2 %s is refused', async (_, tries) => {
    await expect(tries(guarded, 'secret.txt')).rejects.toEqual(refused)
    expect(readFileSync(join(folder, 'secret.txt'), 'utf8')).toBe('the secret')
  })

  test.each(Object.entries(onTheFile))('8.2 %s is refused by a second name too', async (_, tries) => {
    await expect(tries(guarded, 'second')).rejects.toEqual(refused)
  })

  test('8.2 what it tells of all files has the names, and opens none that is protected', async () => {
    mkdirSync(join(folder, 'below'))
    const opened: Record<string, boolean> = {}
    for await (const { path, type, open: openIt } of guarded.scanTree('', { depth: 9, onTooDeep() {} })) {
      const handle = type === 'file' ? await openIt() : null
      opened[path] = handle !== null
      await handle?.close()
    }
    expect(opened).toEqual({ below: false, 'open.txt': true, second: false, 'secret.txt': false })
  })

  test('every verb is refused, or is known to be harmless', () => {
    const known = [...Object.keys(onTheFile), ...Object.keys(onTheName), ...open]
    expect(known.toSorted()).toEqual(Object.keys(guarded).toSorted())
  })
})
