// T-088: a token in an address stays in that one request: no answer repeats it, no page address ever holds one.

import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestPanel, type TestPanel } from '../start-test-panel.ts'

let panel: TestPanel
let webFolder: string
beforeAll(async () => {
  webFolder = mkdtempSync(join(tmpdir(), 'rookery-web-'))
  mkdirSync(join(webFolder, 'assets'))
  writeFileSync(join(webFolder, 'index.html'), '<!doctype html><title>Rookery</title>')
  panel = await startTestPanel({ webFolder })
})
afterAll(async () => {
  await panel.stop()
  rmSync(webFolder, { recursive: true, force: true })
})

/** With these a browser never sends more than the origin to somebody else. */
const keepingAddresses = ['no-referrer', 'same-origin', 'strict-origin', 'strict-origin-when-cross-origin']

describe('T-088 tokens in addresses', () => {
  test('T-088 pages, answers and refusals tell the browser to keep the address to itself', async () => {
    for (const path of [
      '/',
      '/servers/1/console',
      '/api/health',
      '/api/profile',
      '/api/nothing',
      '/api/docs',
    ]) {
      const { headers } = await panel.request('GET', `${path}?token=glst_in_the_address`)
      expect(keepingAddresses, path).toContain(headers.get('referrer-policy'))
    }
  })

  test('T-088 no answer repeats the token of its address, in its body or in its headers', async () => {
    const sessionToken = await panel.signIn()
    const paths = [
      '/api/servers?per_page=1&token=',
      '/api/tasks?per_page=1&token=',
      '/api/ws/events?token=',
      '/api/nothing?token=',
      '/api/servers/%zz?token=',
      '/api/permissions/explain?token=',
      '/servers?token=',
    ]
    for (const path of paths) {
      const { text, headers } = await panel.request('GET', `${path}glst_in_the_address`, { sessionToken })
      expect(text + JSON.stringify([...headers]), path).not.toContain('glst_in_the_address')
    }
  })

  test('T-088 the web application puts a token into the address of a live connection and nowhere else', () => {
    const folder = fileURLToPath(new URL('../../../web/src/', import.meta.url))
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    const sources = files.filter(file => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
    expect(sources.length).toBeGreaterThan(50)
    const withTokenInQuery = sources.filter(file => {
      const text = readFileSync(join(folder, file), 'utf8')
      return /queryText\(.*token/i.test(text) || /[?&]token=/.test(text)
    })
    expect(withTokenInQuery).toEqual(['platform/live-socket.ts'])
    // Only the router writes the browser's history, and it knows no token.
    const writingHistory = sources.filter(file =>
      /\b(pushState|replaceState)\s*\(/.test(readFileSync(join(folder, file), 'utf8')),
    )
    expect(writingHistory).toEqual([])
    expect(readFileSync(join(folder, 'platform/live-socket.ts'), 'utf8')).not.toMatch(
      /\blocation\.(href|assign)\b.*token/,
    )
  })
})
