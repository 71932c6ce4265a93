// The panel's machine is gone, and the node has no restic: a server comes back out of archives by the docs' commands.

import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { losePanel } from '../backups/lost-panel.ts'
import { Programs } from '../live/programs.ts'

const programs = new Programs({ backups: { restic_path: '/nowhere/restic' } })
afterAll(() => programs.stop())

test('a server is restored from a folder and the recovery key, following the docs', async () => {
  const storage = join(programs.folder, 'storage')
  mkdirSync(storage)
  const place = { kind: 'folder', path: storage } as const
  const lost = await losePanel({ place, secret: '' }, '/nowhere/restic', programs)
  const [listed, restored] = await lost.followGuide()
  expect(listed).toMatchObject({ status: 0, output: expect.stringContaining(`Survival  ${lost.uuid}`) })
  expect(listed?.output).toMatch(/manual +before the storm/)
  expect(restored).toMatchObject({ status: 0, output: expect.stringContaining('Restored Survival') })
  for (const [name, content] of Object.entries(lost.files)) {
    expect(readFileSync(join(lost.restoredFolder, 'files', name)).equals(Buffer.from(content)), name).toBe(
      true,
    )
  }
  const manifest = JSON.parse(readFileSync(join(lost.restoredFolder, 'manifest.json'), 'utf8'))
  expect(manifest).toMatchObject({ name: 'Survival', uuid: lost.uuid })
  expect(manifest.definition.command).toEqual(['/bin/sh', 'game.sh'])
  expect(JSON.stringify(manifest)).not.toContain('recovery_password')
  // A second time there is something in the way.
  const [, again] = await lost.followGuide()
  expect(again).toMatchObject({ status: 1, output: expect.stringContaining('is not empty') })
  expect(readdirSync(lost.restoredFolder).toSorted()).toEqual(['files', 'manifest.json'])
})
