// The panel's machine is gone: in a new panel an administrator finds a server in the storage with the printed recovery key,
// and brings it back. Real programs, real restic, real Chromium.

import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createBackupStorage } from '@rookery/contracts/http/backup-storages.ts'
import { listBackups, takeBackup } from '@rookery/contracts/http/backups.ts'
import { readGameServer, stopGameServer } from '@rookery/contracts/http/game-servers.ts'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { missingRestic, restic } from '../../test-services/restic.ts'
import { signIn } from '../api.ts'
import { launchBrowser, missingBrowser, openPage, signInPage, takePictures } from '../browser.ts'
import { freeGamePorts } from '../ports.ts'
import { createHome, startRookery } from '../rookery.ts'
import { waitFor } from '../wait-for.ts'

const reason = missingRestic() ?? missingBrowser
if (reason) console.log(`skipped: ${reason}`)

const password = 'a panel that finds servers'
const limitMs = 900_000
let storage: string
let browser: Browser

beforeAll(async () => {
  storage = mkdtempSync(join(tmpdir(), 'rookery-found-storage-'))
  chmodSync(storage, 0o700)
  if (!reason) browser = await launchBrowser()
})
afterAll(async () => {
  await browser?.close()
  rmSync(storage, { recursive: true, force: true })
})

async function withProduct<Result>(
  work: (product: {
    url: string
    dataDir: string
    api: Awaited<ReturnType<typeof signIn>>
  }) => Promise<Result>,
): Promise<Result> {
  const home = await createHome()
  const variables = { ADMIN_PASSWORD: password, AUTH_REQUIRE_MFA_FOR_ADMINS: 'false' }
  const rookery = await startRookery(home, { ...variables, BACKUP_RESTIC_PATH: await restic() })
  try {
    const api = await signIn(rookery.url, { login: 'admin', password })
    return await work({ url: rookery.url, dataDir: home.dataDir, api })
  } finally {
    await rookery.interrupt()
    await home.remove()
  }
}

const cellar = () => ({
  ...{ name: 'Cellar', place: { kind: 'folder' as const, path: storage }, assigned: { to: 'all' as const } },
})
function worldOf(dataDir: string, uuid: string): string {
  const folder = readdirSync(dataDir, { recursive: true }).find(name =>
    String(name).endsWith(`/servers/${uuid}`),
  )
  if (folder === undefined) throw new Error(`there is no folder of ${uuid}`)
  return join(dataDir, String(folder), 'world.txt')
}

test.skipIf(reason)(
  'a new panel, the recovery key, the list of found servers, and one of them is back',
  async () => {
    const ports = await freeGamePorts()
    const lost = await withProduct(async ({ dataDir, api }) => {
      const { recovery_key } = await api.call(createBackupStorage, { body: cellar() })
      const id = await api.createArena('Survival', true, ports)
      await api.waitForState(id, 'running')
      const params = { server: String(id) }
      const { uuid } = await api.call(readGameServer, { params })
      writeFileSync(worldOf(dataDir, uuid), 'three towers')
      await api.call(takeBackup, { params, body: { note: 'before the fire' } })
      await waitFor(
        'the backup is listed',
        async () => (await api.call(listBackups, { params })).length === 1,
      )
      await api.call(stopGameServer, { params })
      await api.waitForState(id, 'stopped')
      return { uuid, recoveryKey: recovery_key ?? '' }
    })

    await withProduct(async ({ url, dataDir, api }) => {
      await api.call(createBackupStorage, { body: cellar() })
      const { page, problems } = await openPage(browser)
      await signInPage(page, api)
      await page.goto(`${url}/backup-storages`)
      await page.getByRole('button', { name: 'More actions for Cellar' }).click()
      await page.getByRole('menuitem', { name: 'Find servers' }).click()
      const dialog = page.getByRole('dialog', { name: 'Servers in Cellar' })
      const find = dialog.getByRole('button', { name: 'Find servers' })
      await find.click()
      await dialog.getByText('1 server here needs a different recovery key.').waitFor()
      await dialog.getByLabel('Recovery key').fill(lost.recoveryKey)
      await find.click()
      await dialog.getByRole('heading', { name: 'Survival' }).waitFor()
      await takePictures(page, '19-found-servers')
      await dialog.getByRole('button', { name: 'Restore' }).click()
      await dialog.getByLabel('Start it afterwards').check()
      await dialog.getByRole('button', { name: 'Restore' }).click()

      await page.waitForURL(/\/servers\/\d+/)
      const id = Number(/\/servers\/(\d+)/.exec(page.url())?.[1])
      await api.waitForState(id, 'running')
      const params = { server: String(id) }
      const server = await api.call(readGameServer, { params })
      expect(server).toMatchObject({ name: 'Survival', uuid: lost.uuid, port: ports.port })
      expect(readFileSync(worldOf(dataDir, lost.uuid), 'utf8')).toBe('three towers')
      await page.getByRole('heading', { name: 'Survival', level: 1 }).waitFor()
      await page.goto(`${url}/servers/${id}/backups`)
      await page.getByText('before the fire').first().waitFor()
      expect(problems).toEqual([])
      // It would complain when the product ends.
      await page.context().close()
      await api.call(stopGameServer, { params })
      await api.waitForState(id, 'stopped')
    })
  },
  limitMs,
)
