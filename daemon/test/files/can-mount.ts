// Whether tests may mount something on this machine; tried once.

import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { isRoot, openTestFolder } from '../open-test-node.ts'

export const canMount = isRoot && mountsWork()

function mountsWork(): boolean {
  const folder = openTestFolder()
  const place = join(folder, 'place')
  mkdirSync(place)
  const works = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'none', place]).status === 0
  if (works) spawnSync('umount', [place])
  rmSync(folder, { recursive: true })
  return works
}
