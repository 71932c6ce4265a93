// The database of an installation is lost: it does not become a new one by itself.

import { existsSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { PanelHome } from '../operate/panel-home.ts'

let home: PanelHome
beforeEach(() => {
  home = new PanelHome()
})
afterEach(() => home.remove())

test('a lost database stops the start and says what to do; a restore brings the installation back', async () => {
  await home.start()
  const file = join(home.folder, 'saved.zip')
  await home.rookery('backup', file)
  await home.halt('SIGKILL')
  const database = join(home.dataDir, 'panel.sqlite')
  const id = readFileSync(join(home.dataDir, 'installation.json'), 'utf8')
  renameSync(database, join(home.folder, 'lost'))
  expect(await home.rookery('panel')).toMatchObject({
    status: 1,
    output: expect.stringMatching(/panel\.sqlite.*rookery panel restore.*start over.*installation\.json/s),
  })
  expect([existsSync(database), existsSync(`${database}-wal`)]).toEqual([false, true])
  for (const ending of ['-wal', '-shm']) rmSync(database + ending, { force: true })
  expect(await home.rookery('panel')).toMatchObject({ status: 1, output: expect.stringContaining('is gone') })
  expect(existsSync(database)).toBe(false)
  expect(await home.rookery('restore', '--force', file)).toMatchObject({ status: 0 })
  await home.start()
  await home.signIn()
  expect(readFileSync(join(home.dataDir, 'installation.json'), 'utf8')).toBe(id)
})
