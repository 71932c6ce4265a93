import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createTemporaryFolder, removeAbandonedFolders } from './temporary-folder.ts'

test('what a killed run has left is removed, what is in use and what is not ours stays', async () => {
  const place = mkdtempSync(join(tmpdir(), 'rookery-folders-'))
  try {
    const ended = spawnSync(process.execPath, ['--version']).pid
    const abandoned = join(place, `rookery-postgres-${ended}-abc123`)
    const foreign = join(place, `somebody-${ended}-abc123`)
    for (const folder of [abandoned, foreign]) {
      mkdirSync(folder)
      writeFileSync(join(folder, 'file'), 'x')
    }
    const own = await createTemporaryFolder('postgres', place)
    await removeAbandonedFolders(place)
    expect([abandoned, foreign, own].map(folder => existsSync(folder))).toEqual([false, true, true])
  } finally {
    rmSync(place, { recursive: true, force: true })
  }
})
