// Templates through the API: read, added, changed and removed, and what is refused with a reason.

import type { TemplateSummary } from '@rookery/contracts/http/templates.ts'
import type { Template } from '@rookery/contracts/template.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Change } from '../../src/platform/changes.ts'
import { type Asked, ask, createUser, done } from '../access/people.ts'
import { startTestPanel, type TestPanel } from '../start-test-panel.ts'
import { addGameServer } from '../tokens/people.ts'

let panel: TestPanel
let admin: Asked
beforeAll(async () => {
  panel = await startTestPanel()
  admin = { panel, sessionToken: await panel.signIn() }
})
afterAll(() => panel.stop())

const yaml = (slug: string, more = '') => `
slug: ${slug}
name: Name of ${slug}
game: Own game
description: A template of our own.
icon: 'data:image/png;base64,AAAA'
process_managers: [process]
ports:
  game: { protocol: tcp, default: 1000 }
variables:
  - { name: PLAYERS, title: Players, default: '8', rules: [required, integer] }
command: ['./game', '--players', '{var.PLAYERS}'${more}]
install: []
ready: { pattern: null }
stop:
  method: { by: signal, signal: SIGINT }
`

const list = async (): Promise<TemplateSummary[]> => done(admin, 'GET', '/api/templates?per_page=1000')
async function idOf(slug: string): Promise<number> {
  return (await list()).find(template => template.slug === slug)?.id ?? 0
}
const make = async (slug: string): Promise<TemplateSummary> =>
  done(admin, 'POST', '/api/templates', { text: yaml(slug) })
async function refusal(method: string, path: string, body?: unknown) {
  const { status, json } = await ask(admin, method, path, body)
  return { status, message: json.message as string, problems: json.errors?.text as string[] | undefined }
}

describe('templates', () => {
  test('a change that would leave its game servers unfit is refused with their names, and changes nothing', async () => {
    const own = await make('own-fitted')
    const gameServerId = await addGameServer(panel, 'Wolf pit')
    await panel.db
      .updateTable('game_servers')
      .set({ template_id: own.id, process_manager: 'process', variables: JSON.stringify({ PLAYERS: '40' }) })
      .where('id', '=', gameServerId)
      .execute()
    const path = `/api/templates/${own.id}`
    const text = yaml('own-fitted')
    const stricter = text.replace('integer]', "integer, 'max:20']")
    const needy = text.replace(
      'command:',
      '  - { name: MAP, title: Map, default: "", rules: [required] }\ncommand:',
    )
    const elsewhere = text.replace('[process]', '[systemd]')
    for (const [changed, words] of [
      [stricter, '"Wolf pit" has a Players that must be at most 20'],
      [needy, '"Wolf pit" has a Map that must not be empty'],
      [elsewhere, '"Wolf pit" runs with process, which it would not offer'],
    ] as const) {
      const refused = await refusal('PUT', path, { text: changed })
      expect(refused).toMatchObject({ status: 409, message: expect.stringContaining(words) })
    }
    expect((await done(admin, 'GET', path)).template).toMatchObject({ process_managers: ['process'] })
    const fine = needy.replace('default: ""', 'default: valley')
    expect((await ask(admin, 'PUT', path, { text: fine })).status).toBe(200)
    // What does not fit already is no reason to refuse another change.
    const values = { variables: JSON.stringify({ PLAYERS: 'many' }) }
    await panel.db.updateTable('game_servers').set(values).where('id', '=', gameServerId).execute()
    expect((await ask(admin, 'PUT', path, { text: stricter })).status).toBe(200)
  })

  test('one is added, listed with its icon, read whole, changed and deleted', async () => {
    const made = await make('own-one')
    expect(made).toMatchObject({ slug: 'own-one', source: 'own', icon: 'data:image/png;base64,AAAA' })
    expect((await list()).find(({ id }) => id === made.id)).toEqual(made)
    const read = await done(admin, 'GET', `/api/templates/${made.id}`)
    expect(read).toMatchObject({
      ...made,
      game_servers: 0,
      template: { command: ['./game', '--players', '{var.PLAYERS}'] },
    })
    const changed = await done(admin, 'PUT', `/api/templates/${made.id}`, {
      text: JSON.stringify({ ...(read.template as Template), name: 'Renamed' }),
    })
    expect(changed).toMatchObject({ id: made.id, name: 'Renamed', source: 'own' })
    await done(admin, 'DELETE', `/api/templates/${made.id}`)
    expect((await ask(admin, 'GET', `/api/templates/${made.id}`)).status).toBe(404)
  })

  test('the text of an own one comes back as it was written, with its comments', async () => {
    const written = `# What we play on Fridays\n${yaml('own-commented')}`
    const { id } = await done(admin, 'POST', '/api/templates', { text: written })
    const exported = () => done(admin, 'GET', `/api/templates/${id}/export?format=rookery`)
    expect(await exported()).toEqual({ file_name: 'own-commented.yaml', text: written, notes: [] })
    const changed = written.replace('Fridays', 'Saturdays')
    await done(admin, 'PUT', `/api/templates/${id}`, { text: changed })
    expect((await exported()).text).toBe(changed)
  })

  test('built-in ones are neither changed nor deleted, and their slugs are not given away', async () => {
    const arena = await idOf('arena')
    const change = await refusal('PUT', `/api/templates/${arena}`, { text: yaml('arena') })
    expect(change).toMatchObject({ status: 409, message: expect.stringContaining('copy it') })
    expect((await refusal('DELETE', `/api/templates/${arena}`)).status).toBe(409)
    expect(await refusal('POST', '/api/templates', { text: yaml('arena') })).toMatchObject({
      status: 409,
      message: 'the slug arena belongs to a built-in template: choose another',
    })
    const own = await make('own-slug')
    expect((await refusal('PUT', `/api/templates/${own.id}`, { text: yaml('arena') })).status).toBe(409)
    expect((await refusal('POST', '/api/templates', { text: yaml('own-slug') })).message).toContain(
      'another template',
    )
  })

  test('of two people who add the same slug at once, one is told with a reason', async () => {
    const answers = await Promise.all(
      ['a', 'b', 'c'].map(() => ask(admin, 'POST', '/api/templates', { text: yaml('own-race') })),
    )
    expect(answers.map(({ status }) => `${status}`).toSorted()).toEqual(['201', '409', '409'])
  })

  test('bad text is refused with line and words', async () => {
    const wrong = await refusal('POST', '/api/templates', { text: yaml('own-bad', ", '{var.NOPE}'") })
    expect(wrong).toEqual({
      status: 422,
      message: 'the template cannot be used as it is',
      problems: ['line 12, command[3]: the placeholder {var.NOPE} is not known'],
    })
    for (const text of [
      '{"slug": ',
      'slug: [',
      'a: &a [*a]',
      '['.repeat(5000),
      'null',
      '{"meta":{"version":"PTDL_v2"}}',
    ]) {
      const { status, problems } = await refusal('POST', '/api/templates', { text })
      expect([status, problems?.length], text.slice(0, 40)).toEqual([422, expect.any(Number)])
    }
    const bomb = [
      'a0: &a0 [x,x,x,x,x,x,x,x,x]',
      ...[1, 2, 3, 4, 5, 6, 7, 8, 9].map(n => `a${n}: &a${n} [${`*a${n - 1},`.repeat(9)}]`),
    ]
    expect((await refusal('POST', '/api/templates', { text: bomb.join('\n') })).problems?.[0]).toMatch(
      /alias/i,
    )
    expect((await refusal('POST', '/api/templates', { text: 'x'.repeat(1024 * 1024 + 1) })).status).toBe(413)
  })

  test('a template that a game server uses stays', async () => {
    const used = await addGameServer(panel, 'a user of arena')
    const arena = await idOf('arena')
    const read = await done(admin, 'GET', `/api/templates/${arena}`)
    expect(read.game_servers).toBeGreaterThan(0)
    const own = await make('own-used')
    const { node_id } = await done(admin, 'GET', `/api/servers/${used}`)
    await done(admin, 'POST', '/api/servers', { name: 'S', node_id, template_id: own.id, install: false })
    expect(await refusal('DELETE', `/api/templates/${own.id}`)).toMatchObject({
      status: 409,
      message: 'a game server is made from Name of own-used: delete them first',
    })
  })

  test('a changed template gives its game servers a new revision, and that is told', async () => {
    const own = await make('own-changed')
    const node = await panel.app.nodes.create('node of the changed one')
    const server = await done(admin, 'POST', '/api/servers', {
      name: 'S',
      node_id: node.id,
      template_id: own.id,
      install: false,
    })
    const revision = async () =>
      (
        await panel.db
          .selectFrom('game_servers')
          .select('revision')
          .where('id', '=', server.id)
          .executeTakeFirstOrThrow()
      ).revision
    const before = await revision()
    const reported: Change[] = []
    const forget = panel.app.changes.listen(change => reported.push(change))
    await done(admin, 'PUT', `/api/templates/${own.id}`, { text: yaml('own-changed', ", '--new'") })
    forget()
    expect(await revision()).toBeGreaterThan(before)
    expect(reported).toContainEqual({ kind: 'template-changed', templateId: own.id })
    const { start_command } = await done(admin, 'GET', `/api/servers/${server.id}`)
    expect(start_command).toEqual(['./game', '--players', '8', '--new'])
  })

  test('games are counted with their templates and game servers', async () => {
    const games = (await done(admin, 'GET', '/api/games')) as {
      game: string
      templates: number
      servers: number
    }[]
    const java = games.find(({ game }) => game === 'Minecraft: Java Edition')
    expect(java).toEqual({ game: 'Minecraft: Java Edition', templates: 5, servers: 0 })
    expect(games.find(({ game }) => game === 'Arena')?.servers).toBeGreaterThan(0)
    expect(games.map(({ game }) => game)).toEqual(games.map(({ game }) => game).toSorted())
  })

  test('2.2 (C340) each general permission on templates opens exactly its own routes', async () => {
    const own = await make('own-rights')
    const person = await createUser(admin)
    const asPerson = { panel, sessionToken: person.sessionToken }
    const met = async () => {
      const id = own.id
      const statuses = [
        await ask(asPerson, 'GET', '/api/templates'),
        await ask(asPerson, 'GET', '/api/games'),
        await ask(asPerson, 'GET', `/api/templates/${id}`),
        await ask(asPerson, 'POST', '/api/templates', { text: '{}' }),
        await ask(asPerson, 'PUT', `/api/templates/${id}`, { text: yaml('own-rights') }),
        await ask(asPerson, 'DELETE', `/api/templates/${await idOf('arena')}`),
      ]
      return statuses.map(({ status }) => status)
    }
    const give = (...permissions: string[]) =>
      done(
        admin,
        'PUT',
        `/api/users/${person.id}/permissions`,
        permissions.map(permission => ({ permission, effect: 'allow', object_type: 'template' })),
      )
    expect(await met()).toEqual([403, 403, 403, 403, 403, 403])
    await give('view')
    expect(await met()).toEqual([200, 200, 200, 403, 403, 403])
    await give('create')
    expect(await met()).toEqual([403, 403, 403, 422, 403, 403])
    await give('edit')
    expect(await met()).toEqual([403, 403, 403, 403, 200, 403])
    await give('delete')
    expect(await met()).toEqual([403, 403, 403, 403, 403, 409])
  })

  test('the catalog that a newer version brings replaces what is there, and nothing that people made', async () => {
    const [arena, quake] = [await idOf('arena'), await idOf('quake3')]
    await panel.db
      .updateTable('templates')
      .set({ definition: '{"of":"an earlier version"}' })
      .where('id', '=', arena)
      .execute()
    await panel.db
      .updateTable('templates')
      .set({ source: 'own', name: 'Mine' })
      .where('id', '=', quake)
      .execute()
    await panel.halt()
    const next = await startTestPanel({ dataDir: panel.dataDir })
    const asked = { panel: next, sessionToken: await next.signIn() }
    panel = next
    admin = asked
    expect(await done(asked, 'GET', `/api/templates/${arena}`)).toMatchObject({
      slug: 'arena',
      source: 'built-in',
    })
    const row = next.db.selectFrom('templates').select(['name', 'source']).where('id', '=', quake)
    expect(await row.executeTakeFirst()).toEqual({ name: 'Mine', source: 'own' })
    expect(next.logLines.some(line => line.includes('has the slug of a built-in one'))).toBe(true)
  })
})
