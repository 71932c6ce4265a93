// Settings as a form of the template's variables; by rules, all or nothing, and each person sees their own.

import type { GameServerPermission } from '@rookery/contracts/game-server-permissions.ts'
import type { GameServerSettings } from '@rookery/contracts/http/settings.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Asked, ask, createUser, done, setPermissions } from '../access/people.ts'
import { startTestPanel, type TestPanel } from '../start-test-panel.ts'
import { createToken } from '../tokens/people.ts'
import { addTemplate, rowOf } from './a-game.ts'

let panel: TestPanel
let admin: Asked
let owner: Asked
let viewer: Asked
let id: number
beforeAll(async () => {
  panel = await startTestPanel()
  admin = { panel, sessionToken: await panel.signIn() }
  const node = await panel.app.nodes.create('node')
  const template_id = await addTemplate(panel)
  id = (await done(admin, 'POST', '/api/servers', { name: 'castle', node_id: node.id, template_id })).id
  owner = await person(['game-server-common', 'game-server-settings'])
  viewer = await person(['game-server-common'])
})
afterAll(() => panel.stop())

async function person(permissions: GameServerPermission[]): Promise<Asked> {
  const { id: userId, sessionToken } = await createUser(admin)
  await setPermissions(admin, userId, id, Object.fromEntries(permissions.map(name => [name, true])))
  return { panel, sessionToken }
}

const path = () => `/api/servers/${id}/settings`
const settings = async (asked: Asked): Promise<GameServerSettings> => done(asked, 'GET', path())
const put = async (asked: Asked, body: object) => ask(asked, 'PUT', path(), body)
const fields = (answer: { json: unknown }) => (answer.json as { errors?: Record<string, string[]> }).errors
const visible = ({ variables }: GameServerSettings) =>
  Object.fromEntries(variables.map(({ name, value, editable }) => [name, [value, editable]]))

describe('the settings of a game server', () => {
  test('an administrator sees and may change all but what is fixed', async () => {
    const all = visible(await settings(admin))
    expect(all).toMatchObject({ PLAYERS: ['16', true], HIDDEN: ['inside', true], LOCKED: ['shown', true] })
    expect(all.FIXED).toEqual(['fixed', false])
    expect(all.MASTER_KEY).toEqual([expect.stringMatching(/^.{16,}$/), true])
  })

  test('a person sees nothing of what is hidden, and no secret that they may not change', async () => {
    const own = await settings(owner)
    expect(visible(own)).toEqual({
      PLAYERS: ['16', true],
      EULA: ['false', true],
      LOCKED: ['shown', false],
      FIXED: ['fixed', false],
      JOIN_PASSWORD: [expect.stringMatching(/^.{8,}$/), true],
      MASTER_KEY: [null, false],
    })
    expect(own.variables[0]).toMatchObject({ title: 'Players', hint: 'a whole number from 1 to 64' })
    expect(own).toMatchObject({ image: null, images: ['Java 17', 'Java 21'], needs_restart: false })
    const key = JSON.parse((await rowOf(panel, id)).variables).MASTER_KEY as string
    expect(JSON.stringify(own)).not.toContain(key)
  })

  test('the page of the game server shows the same, and to a mere viewer no secret at all', async () => {
    const read = async (asked: Asked) =>
      Object.keys((await done(asked, 'GET', `/api/servers/${id}`)).variables).toSorted()
    expect(await read(admin)).toContain('HIDDEN')
    expect(await read(owner)).toEqual(['EULA', 'FIXED', 'JOIN_PASSWORD', 'LOCKED', 'PLAYERS'])
    expect(await read(viewer)).toEqual(['EULA', 'FIXED', 'LOCKED', 'PLAYERS'])
    const token = await createToken(panel, admin.sessionToken, ['server:list'])
    expect(await read({ panel, sessionToken: token })).toEqual(['EULA', 'FIXED', 'LOCKED', 'PLAYERS'])
  })

  test('what is changed is stored, makes a new revision, and is answered', async () => {
    const before = await rowOf(panel, id)
    const answer = await put(owner, {
      variables: { PLAYERS: '32' },
      autostart: false,
      update_before_start: true,
      crash_policy: { restart: true, attempts: 2, window_ms: 60_000, delay_ms: 10 },
      image: 'Java 21',
    })
    expect(answer.json).toMatchObject({ autostart: false, update_before_start: true, needs_restart: false })
    const after = await rowOf(panel, id)
    expect(JSON.parse(after.variables)).toEqual({ ...JSON.parse(before.variables), PLAYERS: '32' })
    expect([after.image, after.revision]).toEqual(['Java 21', before.revision + 1])
    expect(JSON.parse(after.crash_policy)).toMatchObject({ attempts: 2 })
  })

  test('all or nothing: one bad value refuses all of them, each with a reason at its field', async () => {
    const before = await rowOf(panel, id)
    const answer = await put(owner, {
      variables: { PLAYERS: '65', EULA: 'true', HIDDEN: 'x', NOPE: 'x', LOCKED: 'x', FIXED: 'x' },
      autostart: true,
      image: 'Java 99',
    })
    expect(answer.status).toBe(422)
    expect(fields(answer)).toEqual({
      'variables.PLAYERS': ['must be between 1 and 64: a whole number from 1 to 64'],
      'variables.HIDDEN': ['this template has no such variable'],
      'variables.NOPE': ['this template has no such variable'],
      'variables.LOCKED': ['only an administrator may change this'],
      'variables.FIXED': ['this value is fixed by the template'],
      image: ['must be one of Java 17, Java 21'],
    })
    expect(await rowOf(panel, id)).toEqual(before)
    expect((await put(admin, { variables: { HIDDEN: 'seen', LOCKED: 'open' } })).status).toBe(200)
    expect((await put(admin, { variables: { FIXED: 'x' } })).status).toBe(422)
  })

  test('5.2 a token changes what its owner may, as no administrator', async () => {
    const token = await createToken(panel, admin.sessionToken, ['server:settings-manage'])
    const script = { panel, sessionToken: token }
    expect(visible(await settings(script))).not.toHaveProperty('HIDDEN')
    expect((await put(script, { variables: { PLAYERS: '8' } })).status).toBe(200)
    expect((await put(script, { variables: { HIDDEN: 'x' } })).status).toBe(422)
  })

  test('many changes at once lose nothing of each other', async () => {
    const before = await rowOf(panel, id)
    const changes = [{ variables: { PLAYERS: '9' } }, { variables: { EULA: 'true' } }, { autostart: true }]
    for (const answer of await Promise.all(changes.map(change => put(admin, change))))
      expect(answer.status).toBe(200)
    const after = await rowOf(panel, id)
    expect(JSON.parse(after.variables)).toMatchObject({ PLAYERS: '9', EULA: 'true' })
    expect(after.revision).toBe(before.revision + 3)
  })
})
