// A story of the shipped panel whose disk is full while a game ends: it says so, keeps its node, and goes on with room.

import { spawnSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stopGameServer } from '@rookery/contracts/http/game-servers.ts'
import { listNodes } from '@rookery/contracts/http/nodes.ts'
import { afterAll, expect, test } from 'vitest'
import { signIn } from '../api.ts'
import { createHome, processesOf, startRookery } from '../rookery.ts'
import { waitFor } from '../wait-for.ts'

const folder = mkdtempSync(join(tmpdir(), 'rookery-full-disk-'))
const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=8m', 'tmpfs', folder], { encoding: 'utf8' })
const canMount = mounted.status === 0
if (!canMount) console.warn(`skipped: no small disk can be mounted here (${(mounted.stderr ?? '').trim()})`)
afterAll(() => {
  if (canMount) spawnSync('umount', [folder])
  rmSync(folder, { recursive: true, force: true })
})

const padding = join(folder, 'padding')
function fillUp(): void {
  const file = openSync(padding, 'w')
  for (const size of [65_536, 4_096]) {
    try {
      for (;;) writeSync(file, Buffer.alloc(size))
    } catch (error) {
      expect((error as NodeJS.ErrnoException).code).toBe('ENOSPC')
    }
  }
  closeSync(file)
}

/** The keeper's only child. */
function onlyGameOf(dataDir: string): number {
  const [keeper] = processesOf(dataDir, 'keeper')
  const children = readFileSync(`/proc/${keeper}/task/${keeper}/children`, 'utf8').trim().split(' ')
  expect(children).toEqual([expect.stringMatching(/^[1-9][0-9]*$/)])
  return Number(children[0])
}

test.skipIf(!canMount)(
  'a full disk of the panel is named, the node stays, and what happened meanwhile is stored once there is room',
  { timeout: 240_000 },
  async () => {
    const home = await createHome()
    const variables = { ADMIN_PASSWORD: 'a full disk', DATABASE_URL: join(folder, 'panel.sqlite') }
    const rookery = await startRookery(home, variables)
    try {
      const api = await signIn(rookery.url, { login: 'admin', password: 'a full disk' })
      await waitFor('the node is online', async () => (await api.call(listNodes, {}))[0]?.online === true)
      const id = await api.createArena('Full')
      await api.waitForState(id, 'running')
      const headers = { authorization: `Bearer ${api.sessionToken}`, 'content-type': 'application/json' }
      const send = async (method: string, path: string, body: object) => {
        const answer = await fetch(rookery.url + path, {
          method,
          headers,
          body: JSON.stringify(body),
        })
        const { code, message } = (await answer.json()) as { code: string; message: string }
        return { status: answer.status, code, message }
      }
      const ready = async () => (await fetch(`${rookery.url}/api/ready`)).status
      fillUp()
      // What still fits into the log of the database is taken.
      let count = 0
      await waitFor('the smallest write is refused', async () => {
        count += 1
        return (await send('PUT', '/api/profile', { name: `Somebody ${count}` })).status === 507
      })
      const refused = {
        stop: await send('POST', `/api/servers/${id}/stop`, {}),
        archive: await send('POST', `/api/servers/${id}/files/archive`, {
          paths: ['.'],
          format: 'zip',
          target: 'a.zip',
        }),
      }
      for (const answer of Object.values(refused)) {
        expect(answer).toMatchObject({ status: 507, code: 'panel_disk_full' })
        expect(answer.message).toContain("the panel's disk is full")
      }
      await waitFor('it is not ready', async () => (await ready()) === 507)

      process.kill(onlyGameOf(home.dataDir), 'SIGKILL')
      await waitFor('the log says what waits', () => rookery.output().includes('what the node told waits'))
      expect((await api.call(listNodes, {}))[0]?.online).toBe(true)
      expect(rookery.output()).not.toContain('a node is away')

      rmSync(padding)
      await waitFor('it is ready again', async () => (await ready()) === 200)
      // It is started again after its crash, which is known only when the news has been stored.
      await waitFor('the crash is known', async () => {
        const activity = await fetch(`${rookery.url}/api/servers/${id}/activity`, { headers })
        return (await activity.text()).includes('crash')
      })
      expect(rookery.output()).not.toContain('a node is away')
      await api.waitForState(id, 'running')
      await api.call(stopGameServer, { params: { server: String(id) } })
      await api.waitForState(id, 'stopped')
    } finally {
      await rookery.interrupt()
      await home.remove()
    }
  },
)
