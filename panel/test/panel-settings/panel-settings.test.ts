// Settings that administrators change in the web, and the variables that win over them.

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { codeOf, startTestPanel, type TestPanel } from '../start-test-panel.ts'
import { addGameServer } from '../tokens/people.ts'

const open = (variable: string, value: boolean) => ({ value, default: false, variable, locked_by: null })
const archives = 'FILES_UPLOAD_ALLOW_ARCHIVES'
const binaries = 'FILES_UPLOAD_ALLOW_BINARY'
const transfers = 'FILES_LARGE_TRANSFERS'
const people = 'ACTIVITY_PEOPLE'

const read = async (panel: TestPanel, sessionToken: string) =>
  (await panel.request('GET', '/api/settings', { sessionToken })).json
const change = (panel: TestPanel, sessionToken: string, body: object) =>
  panel.request('PATCH', '/api/settings', { sessionToken, body })

const notSet = {
  ...{ HTTP_HOST: null, AUTH_REQUIRE_MFA_FOR_ADMINS: null, CAPTCHA_PROVIDER: null },
  ...{ PLUGINS_DISABLED: null, TLS_CERT_FILE: null, TLS_ACME: null },
}
/** What the variables of every panel of these tests say. */
const started = { address: expect.stringMatching(/^http:\/\/localhost/), administrators_two_factor_days: 30 }

describe('settings where no variable is set', () => {
  let panel: TestPanel
  /** On the same database, with a cache of its own. */
  let other: TestPanel
  let sessionToken: string
  let server: number
  beforeAll(async () => {
    panel = await startTestPanel()
    other = await startTestPanel({ dataDir: panel.dataDir })
    sessionToken = await panel.signIn()
    server = await addGameServer(panel, 'Attic')
  })
  afterAll(async () => {
    await other.halt()
    await panel.stop()
  })

  const rules = async (of: TestPanel) =>
    (await of.request('GET', `/api/servers/${server}/files/upload-rules`, { sessionToken })).json

  test('8.3 the defaults of the specification stay until somebody changes them', async () => {
    expect(await read(panel, sessionToken)).toEqual({
      upload_archives: open(archives, false),
      upload_binaries: open(binaries, false),
      large_transfers: open(transfers, false),
      ...started,
      certificate_expires_at: null,
      activity_people: open(people, false),
      start_variables: notSet,
    })
    expect(await rules(panel)).toEqual({
      allowed_types: [],
      allow_archives: false,
      allow_binary: false,
      limit_bytes: 104_857_600,
      transfers: { enabled: false, limit_bytes: 20 * 1024 ** 3 },
    })
  })

  test('a change acts at once, on every instance, and null goes back to the default', async () => {
    const changed = await change(panel, sessionToken, { upload_archives: true, large_transfers: true })
    expect(changed.status).toBe(200)
    for (const instance of [panel, other]) {
      expect(await read(instance, sessionToken)).toEqual({
        upload_archives: open(archives, true),
        upload_binaries: open(binaries, false),
        large_transfers: open(transfers, true),
        ...started,
        certificate_expires_at: null,
        activity_people: open(people, false),
        start_variables: notSet,
      })
      expect(await rules(instance)).toMatchObject({
        allow_archives: true,
        allow_binary: false,
        transfers: { enabled: true },
      })
    }
    expect((await change(other, sessionToken, { upload_archives: false })).status).toBe(200)
    expect((await change(other, sessionToken, { large_transfers: null })).status).toBe(200)
    expect(await rules(panel)).toMatchObject({ allow_archives: false, transfers: { enabled: false } })
    const stored = await panel.db.selectFrom('settings').select(['name', 'value']).execute()
    expect(stored).toEqual([{ name: 'upload_archives', value: 'false' }])
  })

  test('a value of another kind is refused and changes nothing', async () => {
    const refused = await change(panel, sessionToken, { upload_archives: true, upload_binaries: 'yes' })
    expect([refused.status, codeOf(refused)]).toEqual([422, 'invalid_input'])
    expect(await read(panel, sessionToken)).toMatchObject({ upload_archives: { value: false } })
  })

  test('a stored value that cannot be read counts as never chosen, and the log names it', async () => {
    const damaged = { name: 'upload_binaries', value: '{"by":"a later version"}', changed_at: 0 }
    await panel.db.insertInto('settings').values(damaged).execute()
    expect(await read(panel, sessionToken)).toMatchObject({ upload_binaries: { value: false } })
    expect(panel.logLines.filter(line => line.includes('upload_binaries'))).toHaveLength(1)
    expect((await change(panel, sessionToken, { upload_binaries: true })).status).toBe(200)
    expect(await read(panel, sessionToken)).toMatchObject({ upload_binaries: { value: true } })
  })

  test('transfers that are off are refused with what would turn them on', async () => {
    const headers = { 'tus-resumable': '1.0.0', 'upload-length': '1', 'upload-metadata': 'path YQ==' }
    const path = `/api/servers/${server}/files/transfers`
    await change(panel, sessionToken, { large_transfers: null })
    const refused = await panel.request('POST', path, { sessionToken, headers })
    expect([refused.status, codeOf(refused)]).toEqual([409, 'conflict'])
    expect(refused.text).toContain(transfers)
    await change(panel, sessionToken, { large_transfers: true })
    const met = await panel.request('POST', path, { sessionToken, headers })
    expect(codeOf(met)).toBe('node_offline')
    const size = String(20 * 1024 ** 3 + 1)
    const huge = await panel.request('POST', path, {
      sessionToken,
      headers: { ...headers, 'upload-length': size },
    })
    expect(huge.status).toBe(413)
    const described = await panel.request('OPTIONS', path, { sessionToken })
    expect(described.headers.get('tus-max-size')).toBe(String(20 * 1024 ** 3))
  })

  test('8.2 uploads stay at 100 MB while transfers are on', async () => {
    await change(panel, sessionToken, { large_transfers: true })
    const headers = { 'tus-resumable': '1.0.0', 'upload-length': '104857601', 'upload-metadata': 'path YQ==' }
    const path = `/api/servers/${server}/files/uploads`
    expect((await panel.request('POST', path, { sessionToken, headers })).status).toBe(413)
    const described = await panel.request('OPTIONS', path, { sessionToken })
    expect(described.headers.get('tus-max-size')).toBe('104857600')
  })
})

describe('settings whose variable is set', () => {
  let panel: TestPanel
  let sessionToken: string
  beforeAll(async () => {
    panel = await startTestPanel({
      variables: { [binaries]: 'false', [transfers]: ' ' },
      fileText: `# as a first run writes it\n${archives}=true\n${binaries}=true\n`,
    })
    sessionToken = await panel.signIn()
  })
  afterAll(() => panel.stop())

  test('the variable wins and is named with its source; an empty one is not set', async () => {
    expect(await read(panel, sessionToken)).toEqual({
      upload_archives: {
        value: true,
        default: true,
        variable: archives,
        locked_by: { place: 'file', file: `${panel.dataDir}/config.env`, line: 2 },
      },
      upload_binaries: {
        value: false,
        default: false,
        variable: binaries,
        locked_by: { place: 'environment' },
      },
      large_transfers: open(transfers, false),
      ...started,
      certificate_expires_at: null,
      activity_people: open(people, false),
      start_variables: notSet,
    })
  })

  test('a change is refused with the place, and nothing of it is done', async () => {
    const refused = await change(panel, sessionToken, { large_transfers: true, upload_archives: false })
    expect([refused.status, codeOf(refused)]).toEqual([409, 'conflict'])
    expect(refused.text).toContain(`${archives} is set in ${panel.dataDir}/config.env line 2`)
    expect(await read(panel, sessionToken)).toMatchObject({
      upload_archives: { value: true },
      large_transfers: { value: false },
    })
  })

  test('what was chosen before the variable was set does not act', async () => {
    const chosen = { name: 'upload_binaries', value: 'true', changed_at: 0 }
    await panel.db.insertInto('settings').values(chosen).execute()
    expect(await read(panel, sessionToken)).toMatchObject({ upload_binaries: { value: false } })
  })
})
