import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { auditLinesOf } from '../audit/audit-lines.ts'
import { startTestPanel, type TestPanel } from '../start-test-panel.ts'
import { packageOf } from './plugin-packages.ts'

let folder: string
let panel: TestPanel
afterEach(async () => {
  await panel.stop()
  rmSync(folder, { recursive: true, force: true })
})

async function openWith(packages: Record<string, Buffer>) {
  folder = mkdtempSync(join(tmpdir(), 'rookery-shipped-'))
  mkdirSync(join(folder, 'dist/plugins'), { recursive: true })
  for (const [name, bytes] of Object.entries(packages))
    writeFileSync(join(folder, 'dist/plugins', name), bytes)
  panel = await startTestPanel({ programFolder: folder })
  const sessionToken = await panel.signIn()
  return {
    list: async (language = 'en') => {
      const headers = { 'accept-language': language }
      return (await panel.request('GET', '/api/shipped-plugins', { sessionToken, headers })).json
    },
    install: (id: string) => panel.request('POST', '/api/shipped-plugins', { sessionToken, body: { id } }),
    upload: async (bytes: Buffer) => {
      const headers = { authorization: `Bearer ${sessionToken}`, 'content-type': 'application/zip' }
      const body = new Uint8Array(bytes)
      return (await fetch(`${panel.url}/api/plugins`, { method: 'POST', headers, body })).status
    },
  }
}

const asks = { permissions: [{ permission: 'servers:read', reason: 'to list them' }] }

test('5.12 a plugin that comes with Rookery is installed by its id, waits for its grants, and is in the audit log', async () => {
  const { list, install } = await openWith({
    'test-plugin.zip': await packageOf(asks),
    'broken.zip': Buffer.from('no zip file'),
  })
  const shipped = { manifest: { id: 'test-plugin', version: '1.0.0', ...asks }, is_update: false }
  expect(await list()).toMatchObject([{ ...shipped, installed: null }])
  expect(panel.logLines.join('')).toContain('broken.zip')
  const installed = await install('test-plugin')
  expect(installed).toMatchObject({ status: 201, json: { enabled: false, state: 'off', granted: [] } })
  const { id } = installed.json as { id: number }
  expect(await list()).toMatchObject([{ ...shipped, installed: { id, version: '1.0.0' } }])
  const details = { plugin_id: id, plugin: 'test-plugin', version: '1.0.0' }
  expect(auditLinesOf(panel)).toContainEqual(
    expect.objectContaining({ event: 'plugin.installed', ...details }),
  )
  expect((await install('another')).status).toBe(404)
})

test('an update is offered only when the shipped version is newer, and takes the place of the installed one', async () => {
  const { list, install, upload } = await openWith({
    'test-plugin.zip': await packageOf({ version: '1.10.0' }),
  })
  expect(await upload(await packageOf({ version: '1.9.0' }))).toBe(201)
  expect(await list()).toMatchObject([{ installed: { version: '1.9.0' }, is_update: true }])
  expect((await install('test-plugin')).status).toBe(201)
  expect(await list()).toMatchObject([{ installed: { version: '1.10.0' }, is_update: false }])
  expect(await upload(await packageOf({ version: '2.0.0' }))).toBe(201)
  expect(await list()).toMatchObject([{ installed: { version: '2.0.0' }, is_update: false }])
})

test('a manifest answers in the language that was asked for, and a stray translation is refused', async () => {
  const { list, upload } = await openWith({
    'test-plugin.zip': await packageOf({
      ...asks,
      translations: { de: { 'to list them': 'um sie aufzulisten' } },
    }),
  })
  const german = { permissions: [{ reason: 'um sie aufzulisten' }] }
  expect(await list('de-CH')).toMatchObject([{ manifest: german }])
  expect(await list('fr')).toMatchObject([{ manifest: asks }])
  expect(await upload(await packageOf({ translations: { de: { 'No such text': 'Gibt es nicht' } } }))).toBe(
    422,
  )
})
