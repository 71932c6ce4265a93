import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { proofSize } from '../../../test-services/proof-size.ts'
import { createUser, done, type Made } from '../access/people.ts'
import { auditLinesOf } from '../audit/audit-lines.ts'
import { startTestPanel, type TestPanel } from '../start-test-panel.ts'

let panel: TestPanel
let sessionToken: string
beforeAll(async () => {
  panel = await startTestPanel()
  sessionToken = await panel.signIn()
})
afterAll(() => panel.stop())
beforeEach(async () => {
  await panel.db.deleteFrom('game_servers').execute()
  await panel.db.deleteFrom('templates').where('source', '!=', 'built-in').execute()
})

const egg = (changes: object = {}) => ({
  meta: { version: 'PTDL_v2', update_url: null },
  name: 'Some Game',
  author: 'somebody@example.com',
  description: '',
  features: null,
  docker_images: { Debian: 'example.com/debian:12' },
  startup: './game {{SERVER_PORT}} {{MOTD}}',
  config: {
    files: '{"a.ini":{"parser":"ini","find":{"s.port":"{{server.build.default.port}}"}}}',
    startup: '{"done":"up"}',
    logs: '{}',
    stop: '^C',
  },
  scripts: { installation: { script: 'echo', container: 'example.com/i:1', entrypoint: 'bash' } },
  variables: [
    {
      name: 'Message',
      description: '',
      env_variable: 'MOTD',
      default_value: 'hi',
      user_viewable: true,
      user_editable: true,
      rules: 'required|string',
    },
  ],
  ...changes,
})

const importText = (text: string, query = '', bearer = sessionToken) =>
  panel.request('POST', `/api/templates/import${query}`, { sessionToken: bearer, body: { text } })
const importEgg = (changes: object = {}, query = '', bearer = sessionToken) =>
  importText(JSON.stringify(egg(changes)), query, bearer)
const rows = () => panel.db.selectFrom('templates').selectAll().where('source', '=', 'imported').execute()
const exported = (id: number, format: string) =>
  panel.request('GET', `/api/templates/${id}/export?format=${format}`, { sessionToken })

describe('importing an egg', () => {
  test('patterns made to take for ever are answered at once, and others are answered meanwhile', async () => {
    const [variable] = egg().variables
    const hostile = {
      variables: [
        { ...variable, default_value: `${'a'.repeat(40)}!`, rules: 'required|regex:/^(a+)+$/' },
        { ...variable, env_variable: 'OTHER', default_value: 'a'.repeat(60), rules: 'regex:/^(a+)+\\1b$/' },
      ],
      config: { ...egg().config, startup: '{"done":"regex:^(a+)+$"}' },
    }
    const [imported, meanwhile] = await Promise.all([
      importEgg(hostile, '?dry_run=true'),
      panel.request('GET', '/api/templates', { sessionToken }),
    ])
    expect(imported.status).toBe(200)
    expect(meanwhile.status).toBe(200)
  })

  test('a dry run shows what would come of it and writes nothing', async () => {
    const before = auditLinesOf(panel).length
    const { status, json } = await importEgg({}, '?dry_run=true')
    expect(status).toBe(200)
    expect(json).toMatchObject({
      id: null,
      replaces: null,
      format: 'PTDL_v2',
      template: { slug: 'some-game' },
    })
    expect(json.notes).toContainEqual({
      kind: 'mapped',
      field: 'config.stop',
      words: expect.stringContaining('SIGINT'),
    })
    expect(await rows()).toEqual([])
    expect(auditLinesOf(panel)).toHaveLength(before)
  })

  test('the same egg replaces its template, by name and author or by uuid', async () => {
    const first = (await importEgg()).json
    const second = (await importEgg({ description: 'new' })).json
    expect(second).toMatchObject({
      id: first.id,
      replaces: first.id,
      template: { slug: 'some-game', description: 'new' },
    })
    const again = { id: null, replaces: first.id }
    expect((await importEgg({}, '?dry_run=true')).json).toMatchObject({ ...again, unchanged: false })
    const same = await importEgg({ description: 'new' }, '?dry_run=true')
    expect(same.json).toMatchObject({ ...again, unchanged: true })

    const uuid = '5da37ef6-58da-4169-90a6-e683e1721247'
    expect((await importEgg({ uuid })).json).toMatchObject({ id: first.id, replaces: first.id })
    expect((await importEgg({ uuid, name: 'Renamed' })).json).toMatchObject({
      id: first.id,
      template: { slug: 'some-game' },
    })
    const other = (await importEgg({ author: 'else@example.com', name: 'Some game!' })).json
    expect(other).toMatchObject({ replaces: null, template: { slug: 'some-game-2' } })
    expect(await rows()).toHaveLength(2)
  })

  test('the same egg asked for as a new template stands beside the first, which stays what it was', async () => {
    const first = (await importEgg()).json
    const [before] = await rows()
    const second = await importEgg({ description: 'new' }, '?as_new=true')
    expect(second.json).toMatchObject({
      replaces: null,
      template: { slug: 'some-game-2', name: 'Some Game 2', description: 'new' },
    })
    expect(second.json.id).not.toBe(first.id)
    const after = await rows()
    expect(after).toHaveLength(2)
    expect(after.find(({ id }) => id === first.id)).toEqual(before)
    // Imported once more, it is still the first that is replaced.
    expect((await importEgg({}, '?dry_run=true')).json).toMatchObject({ replaces: first.id })
    const other = await importEgg({ name: 'Another Game' }, '?as_new=true')
    expect(other.json).toMatchObject({ replaces: null, template: { name: 'Another Game' } })
    expect((await importEgg({ name: 'Another Game' }, '?dry_run=true')).json.replaces).toBe(other.json.id)
  })

  test('an egg that would leave game servers of its template unfit is refused with their names, and changes nothing', async () => {
    const { id } = (await importEgg()).json
    const { id: node_id } = await panel.app.nodes.create('a node')
    const server = { name: 'Greeter', node_id, template_id: id, variables: { MOTD: 'hi' }, install: false }
    const made = await panel.request('POST', '/api/servers', { sessionToken, body: server })
    expect([made.status, made.text]).toEqual([201, expect.anything()])
    const before = await rows()
    const [variable] = egg().variables
    const longer = { variables: [{ ...variable, default_value: 'welcome', rules: 'required|string|min:5' }] }
    for (const query of ['', '?dry_run=true']) {
      const refused = await importEgg(longer, query)
      expect([refused.status, refused.text]).toEqual([409, expect.stringContaining('Greeter')])
    }
    expect(await rows()).toEqual(before)
    const body = { variables: { MOTD: 'hello there' } }
    await panel.request('PUT', `/api/servers/${made.json.id}/settings`, { sessionToken, body })
    expect((await importEgg(longer)).json).toMatchObject({ id, replaces: id })
  })

  test('importing twice at once makes one template', async () => {
    const answers = await Promise.all([importEgg(), importEgg(), importEgg()])
    for (const { status } of answers) expect([200, 409]).toContain(status)
    expect(await rows()).toHaveLength(1)
  })

  test.each([
    ['broken JSON', '{"meta":\n{"version" 1}}', 'line 2'],
    ['broken YAML', 'meta:\n  version: PLCN_v3\n bad: [1\n', 'line'],
    [
      'an unknown version',
      '{"meta":{"version":"PTDL_v7"}}',
      'known are PTDL_v1, PTDL_v2, PLCN_v1, PLCN_v2, PLCN_v3',
    ],
    ['no egg at all', '{}', 'not an egg'],
  ])('%s is refused with a reason', async (_, text, words) => {
    const { status, json } = await importText(text)
    expect(status).toBe(422)
    expect(json.message).toContain(words)
    expect(await rows()).toEqual([])
  })

  const mebibytes = proofSize({ short: 10, proof: 50 })
  test(`an egg of ${mebibytes} MiB is refused without being read, one over 2 MiB too`, async () => {
    const huge = await importEgg({ description: 'x'.repeat(mebibytes * 1024 * 1024) })
    expect([huge.status, huge.json.code]).toEqual([413, 'too_large'])
    const large = await importEgg({ description: 'x'.repeat(2 * 1024 * 1024) })
    expect([large.status, large.json.message]).toEqual([413, 'an egg may have 2 MiB at most'])
    const allowed = await importEgg({ description: 'x'.repeat(1.5 * 1024 * 1024) })
    expect(allowed.status).toBe(200)
    expect(await rows()).toHaveLength(1)
  })

  test('6.4 an import is audited', async () => {
    const { json } = await importEgg()
    expect(auditLinesOf(panel).at(-1)).toMatchObject({
      event: 'template.imported',
      category: 'template',
      template_id: json.id,
      template_name: 'Some Game',
      replaced: false,
    })
  })
})

describe('rights (C340)', () => {
  let person: Made
  const give = (...permissions: string[]) =>
    done(
      { panel, sessionToken },
      'PUT',
      `/api/users/${person.id}/permissions`,
      permissions.map(permission => ({ permission, effect: 'allow', object_type: 'template' })),
    )
  beforeAll(async () => {
    person = await createUser({ panel, sessionToken })
  })

  test('C340 importing needs create, replacing needs edit as well, exporting needs view', async () => {
    const as = person.sessionToken
    await give('view', 'edit')
    expect((await importEgg({}, '', as)).status).toBe(403)
    await give('create')
    const { status, json } = await importEgg({}, '', as)
    expect(status).toBe(200)
    for (const query of ['', '?dry_run=true']) expect((await importEgg({}, query, as)).status).toBe(403)
    expect((await importEgg({}, '?dry_run=true&as_new=true', as)).json).toMatchObject({ replaces: null })
    const address = `/api/templates/${json.id}/export`
    expect((await panel.request('GET', address, { sessionToken: as })).status).toBe(403)
    await give('create', 'edit', 'view')
    expect((await importEgg({}, '', as)).json.id).toBe(json.id)
    expect((await panel.request('GET', address, { sessionToken: as })).status).toBe(200)
  })
})

describe('exporting', () => {
  test('in the format that it came in the egg is unchanged, byte for byte', async () => {
    const text = `${JSON.stringify(egg({ unknown_field: [1, 2] }), null, 7)}\r\n`
    const { json } = await importText(text)
    const answer = await exported(json.id, 'PTDL_v2')
    expect(answer.json).toEqual({ file_name: 'egg-some-game.json', text, notes: [] })
  })

  test('in another format it is the same game', async () => {
    const made = (await importEgg()).json
    const answer = await exported(made.id, 'PLCN_v3')
    expect(answer.json.file_name).toBe('egg-some-game.yaml')
    expect(parse(answer.json.text)).toMatchObject({
      meta: { version: 'PLCN_v3' },
      startup_commands: { Default: egg().startup },
    })
    const again = (await importText(answer.json.text)).json
    expect(again).toMatchObject({ id: made.id, format: 'PLCN_v3', template: made.template })
  })

  test('as our own file it is read again as the same template', async () => {
    const made = (await importEgg()).json
    const { json } = await exported(made.id, 'rookery')
    expect(json.file_name).toBe('some-game.yaml')
    const text = json.text.replace('slug: some-game', 'slug: another')
    const added = await panel.request('POST', '/api/templates', { sessionToken, body: { text } })
    expect([added.status, added.text]).toEqual([201, expect.any(String)])
    const read = await panel.request('GET', `/api/templates/${added.json.id}`, { sessionToken })
    expect(read.json.template).toEqual({ ...made.template, slug: 'another' })
    // An own template that an egg can say is one too.
    const asEgg = await exported(added.json.id, 'PTDL_v2')
    expect(asEgg.status).toBe(200)
    expect((await importText(asEgg.json.text, '?dry_run=true')).status).toBe(200)
  })

  test('a template that no egg can be is refused with a reason', async () => {
    const { json } = await panel.request('GET', '/api/templates', { sessionToken })
    const arena = json.find((one: { slug: string }) => one.slug === 'arena')
    const { status, json: refused } = await exported(arena.id, 'PTDL_v2')
    expect([status, refused.message]).toEqual([409, expect.stringContaining('cannot be exported as an egg')])
    expect((await exported(999_999, 'PTDL_v2')).status).toBe(404)
  })
})
