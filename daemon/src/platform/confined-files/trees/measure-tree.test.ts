// The size of a tree is told whole, so that a game cannot hide what it writes from its disk limit.

import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openRootFolder } from '../folder-handle.ts'
import { measureTree } from './measure-tree.ts'

let top = ''
beforeEach(() => {
  top = mkdtempSync(join(tmpdir(), 'rookery-'))
})
afterEach(() => rmSync(top, { recursive: true }))

test('what lies deeper than any game has folders counts too, with a bounded number of open files', async () => {
  const levels = 450
  const deep = (level: number) => join(top, ...Array<string>(level).fill('d'))
  mkdirSync(deep(levels), { recursive: true })
  // Below the last folder that stays open, with folders to both sides of the way down.
  for (const level of [1, 199, 200, 201, 202, 300, levels]) {
    for (const side of ['a', 'z']) {
      mkdirSync(join(deep(level), side))
      writeFileSync(join(deep(level), side, 'data'), 'x'.repeat(1_000))
    }
  }
  const root = await openRootFolder(top)
  const before = readdirSync('/proc/self/fd').length
  expect(await measureTree(root)).toEqual({ files: 7 * 2, bytes: 14_000 })
  expect(readdirSync('/proc/self/fd').length).toBe(before)
  await root.handle.close()
})
