// "Why is it down?": the crash report and its repairs, as the panel answers them.

import type { CrashReport } from '@rookery/contracts/crash-report.ts'
import type { GameServerPermission } from '@rookery/contracts/game-server-permissions.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Asked, ask, createUser, done, setPermissions } from '../access/people.ts'
import { startTestPanel, type TestPanel } from '../start-test-panel.ts'
import { createToken } from '../tokens/people.ts'
import { addTemplate, rowOf, setCrashed } from './a-game.ts'

let panel: TestPanel
let admin: Asked
let id: number
beforeAll(async () => {
  panel = await startTestPanel()
  admin = { panel, sessionToken: await panel.signIn() }
})
afterAll(() => panel.stop())
beforeEach(async () => {
  const node = await panel.app.nodes.create('node')
  const crash_hints = [
    {
      pattern: 'bad map (\\w+)',
      cause: 'wrong-setting' as const,
      words: 'No such map.',
      repair: { do: 'reinstall' as const },
    },
  ]
  const template_id = await addTemplate(panel, { crash_hints })
  const body = { name: 'castle', node_id: node.id, template_id, install: false, process_manager: 'docker' }
  id = (await done(admin, 'POST', '/api/servers', body)).id
})

async function person(permissions: GameServerPermission[]): Promise<Asked> {
  const { id: userId, sessionToken } = await createUser(admin)
  await setPermissions(admin, userId, id, Object.fromEntries(permissions.map(name => [name, true])))
  return { panel, sessionToken }
}

const crashFor = async (asked: Asked): Promise<CrashReport | null> =>
  (await done(asked, 'GET', `/api/servers/${id}`)).crash
const repair = async (asked: Asked, wanted: object) =>
  ask(asked, 'POST', `/api/servers/${id}/repair`, { repair: wanted })
const tasks = async () =>
  await panel.db
    .selectFrom('tasks')
    .select(['id', 'kind'])
    .where('server_id', '=', id)
    .orderBy('id')
    .execute()
const eula = ['Loading', 'You need to agree to the EULA in order to run the server.']
const acceptEula = { do: 'set-variable', name: 'EULA', value: 'true' }

describe('the crash report', () => {
  test('is there when it has crashed, for those who may read the console', async () => {
    expect(await crashFor(admin)).toBeNull()
    await setCrashed(panel, id, eula)
    const report = await crashFor(admin)
    expect(report).toMatchObject({ exit_code: 1, signal: null, out_of_memory: false, last_lines: eula })
    expect(report?.causes).toMatchObject([{ cause: 'eula', line: eula[1], repair: acceptEula }])
    const reader = await person(['game-server-common', 'game-server-console-view'])
    expect((await crashFor(reader))?.causes).toMatchObject([{ cause: 'eula', repair: null }])
    expect(await crashFor(await person(['game-server-common', 'game-server-settings']))).toBeNull()
    const token = await createToken(panel, admin.sessionToken, ['server:list'])
    expect(await crashFor({ panel, sessionToken: token })).toBeNull()
    await panel.db.updateTable('game_servers').set({ state: 'running' }).where('id', '=', id).execute()
    expect(await crashFor(admin)).toBeNull()
  })

  test('names signal and memory, and the hint of the template', async () => {
    await setCrashed(panel, id, ['bad map nowhere'], {
      exit_code: null,
      signal: 'SIGKILL',
      out_of_memory: true,
    })
    const report = await crashFor(admin)
    expect(report).toMatchObject({ exit_code: null, signal: 'SIGKILL', out_of_memory: true })
    expect(report?.causes.map(({ cause }) => cause)).toEqual(['wrong-setting', 'out-of-memory'])
  })
})

describe('a repair', () => {
  test('accepts the license and starts again', async () => {
    await setCrashed(panel, id, eula)
    const owner = await person(['game-server-common', 'game-server-settings', 'game-server-start'])
    const answer = await repair(owner, acceptEula)
    expect(answer.status, answer.text).toBe(202)
    expect(JSON.parse((await rowOf(panel, id)).variables)).toMatchObject({ EULA: 'true' })
    expect(await tasks()).toEqual([{ id: answer.json.task_id, kind: 'start' }])
  })

  test('takes another free port, and the image that has the right Java', async () => {
    await setCrashed(panel, id, ['Error: listen EADDRINUSE: address already in use 0.0.0.0:20000'])
    expect((await repair(admin, { do: 'choose-port', port: 'game' })).status).toBe(202)
    expect((await rowOf(panel, id)).port).toBe(20_002)
    await setCrashed(panel, id, ['UnsupportedClassVersionError: Main (class file version 65.0)'])
    expect((await repair(admin, { do: 'use-image', label: 'Java 21' })).status).toBe(202)
    expect((await rowOf(panel, id)).image).toBe('Java 21')
    expect((await tasks()).map(({ kind }) => kind)).toEqual(['start', 'start'])
  })

  test('updates or installs anew before the start; that needs the right to update', async () => {
    await setCrashed(panel, id, ['bad map nowhere', 'ENOENT: no such file'])
    const owner = await person(['game-server-common', 'game-server-settings', 'game-server-start'])
    for (const wanted of [{ do: 'update' }, { do: 'reinstall' }]) {
      expect((await repair(owner, wanted)).status).toBe(403)
      const answer = await repair(admin, wanted)
      expect(answer.status).toBe(202)
      const made = (await tasks()).slice(-2)
      expect(made.map(({ kind }) => kind)).toEqual([wanted.do, 'start'])
      expect(made[0]?.id).toBe(answer.json.task_id)
    }
  })

  test('that the present report does not offer is refused, and nothing changes', async () => {
    const before = await rowOf(panel, id)
    expect((await repair(admin, acceptEula)).status).toBe(409)
    expect(await rowOf(panel, id)).toEqual(before)
    await setCrashed(panel, id, eula)
    const crashed = await rowOf(panel, id)
    const wrong = [
      { do: 'set-variable', name: 'EULA', value: 'false' },
      { do: 'set-variable', name: 'MASTER_KEY', value: 'mine' },
      { do: 'choose-port', port: 'game' },
      { do: 'use-image', label: 'Java 21' },
      { do: 'reinstall' },
    ]
    for (const wanted of wrong) expect((await repair(admin, wanted)).status, JSON.stringify(wanted)).toBe(409)
    expect((await repair(admin, { do: 'format-disk' })).status).toBe(422)
    expect(await rowOf(panel, id)).toEqual(crashed)
    expect(await tasks()).toEqual([])
  })
})
