// The built web application: hashed files for ever, and nothing but what was built.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestPanel, type TestPanel } from '../start-test-panel.ts'

const largeScript = 'part();'.repeat(500)
const folder = mkdtempSync(join(tmpdir(), 'rookery-web-'))
let panel: TestPanel

beforeAll(async () => {
  mkdirSync(join(folder, 'web', 'assets'), { recursive: true })
  writeFileSync(join(folder, 'web', 'index.html'), '<p>the page</p>')
  writeFileSync(join(folder, 'web', 'favicon.svg'), '<svg/>')
  writeFileSync(join(folder, 'web', 'assets', 'part-1a2b.js'), 'part()')
  writeFileSync(join(folder, 'web', 'assets', 'large-3c4d.js'), largeScript)
  writeFileSync(join(folder, 'web', 'assets', 'large-3c4d.js.br'), brotliCompressSync(largeScript))
  writeFileSync(join(folder, 'outside.txt'), 'not for anybody')
  panel = await startTestPanel({ webFolder: join(folder, 'web') })
})
afterAll(async () => {
  await panel.stop()
  rmSync(folder, { recursive: true, force: true })
})

const ask = (path: string, method = 'GET') => fetch(panel.url + path, { method })

test('a hashed file is sent, and kept for ever', async () => {
  const answer = await ask('/assets/part-1a2b.js')
  expect(await answer.text()).toBe('part()')
  expect(answer.headers.get('content-type')).toMatch(/javascript/)
  expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
})

test('a file beside the page is sent, and asked for again each time', async () => {
  const answer = await ask('/favicon.svg')
  expect(await answer.text()).toBe('<svg/>')
  expect(answer.headers.get('cache-control')).toBe('no-cache')
})

test('HEAD tells about a file without sending it', async () => {
  const answer = await ask('/assets/part-1a2b.js', 'HEAD')
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-length')).toBe('6')
})

test('a file that was compressed by the build is sent so, to those who take it', async () => {
  const asked = (encodings: string) =>
    fetch(`${panel.url}/assets/large-3c4d.js`, { headers: { 'accept-encoding': encodings } })
  const compressed = await asked('gzip, br')
  expect(compressed.headers.get('content-encoding')).toBe('br')
  expect(compressed.headers.get('content-type')).toMatch(/javascript/)
  expect(compressed.headers.get('vary')).toMatch(/accept-encoding/i)
  expect(compressed.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  expect(await compressed.text()).toBe(largeScript)
  const plain = await asked('identity')
  expect(plain.headers.get('content-encoding')).toBeNull()
  expect(await plain.text()).toBe(largeScript)
})

test('a compressed form has no address of its own', async () => {
  expect((await ask('/assets/large-3c4d.js.br')).status).toBe(404)
})

test('a long JSON answer is compressed, a short one is not', async () => {
  const long = await ask('/api/openapi.json')
  expect(long.headers.get('content-encoding')).toMatch(/^(br|gzip)$/)
  expect(await long.json()).toHaveProperty('openapi')
  expect((await ask('/api/health')).headers.get('content-encoding')).toBeNull()
})

test('an address of the application is the page', async () => {
  const answer = await ask('/servers/1/console')
  expect(await answer.text()).toBe('<p>the page</p>')
})

test.each([
  '/assets/part-of-an-older-build.js',
  '/assets/..%2Findex.html',
  '/assets/..%2F..%2Foutside.txt',
  '/assets/%2e%2e%2fpart-1a2b.js',
  '/..%2Foutside.txt',
])('nothing is sent for %s', async path => {
  const answer = await ask(path)
  expect(answer.status).toBe(404)
  expect(await answer.text()).not.toMatch(/the page|not for anybody|part\(\)/)
})
