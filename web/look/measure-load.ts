// Measures what a first visit loads: node web/look/measure-load.ts prints requests and compressed sizes per page.

import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { chromium } from 'playwright-core'
import { build, preview } from 'vite'
import { playPanel } from './fake-panel.ts'

const root = join(import.meta.dirname, '..')
const outDir = mkdtempSync(join(tmpdir(), 'rookery-measure-'))
await build({ root, build: { outDir }, logLevel: 'error' })
const httpServer = await preview({
  root,
  build: { outDir },
  preview: { port: 0, host: '127.0.0.1' },
  logLevel: 'error',
})
const address = httpServer.resolvedUrls?.local[0]?.replace(/\/$/, '') ?? ''
const browser = await chromium.launch({
  executablePath: '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
})

const compressedKb = (path: string) => gzipSync(readFileSync(join(outDir, path))).length / 1000

for (const [name, path, isSignedOut] of [
  ['sign-in', '/sign-in', true],
  ['home', '/', false],
  ['servers', '/servers', false],
  ['console', '/servers/1/console', false],
  ['files', '/servers/1/files', false],
  ['editor', '/servers/1/files/file?path=server.properties', false],
] as const) {
  const context = await browser.newContext({ locale: 'en-GB' })
  if (!isSignedOut)
    await context.addInitScript(() => window.sessionStorage.setItem('rookery.session-token', 'look'))
  const page = await context.newPage()
  const loaded: string[] = []
  page.on('response', answer => {
    const { pathname, origin } = new URL(answer.url())
    if (origin === address && !pathname.startsWith('/api')) loaded.push(pathname)
  })
  await playPanel(page, {})
  await page.goto(address + path, { waitUntil: 'networkidle' })
  if (process.argv.includes('--files')) {
    for (const each of loaded.filter(each => each.endsWith('.js')))
      console.log(`  ${compressedKb(each).toFixed(1)} ${each}`)
  }
  const sums: Record<string, number> = {}
  for (const each of loaded.filter(each => extname(each))) {
    const kind = extname(each).slice(1)
    sums[kind] = (sums[kind] ?? 0) + compressedKb(each)
  }
  const sizes = Object.entries(sums).map(([kind, kb]) => `${kind} ${kb.toFixed(0)} KB`)
  console.log(`${name}: ${loaded.length} requests, ${sizes.join(', ')}`)
  await context.close()
}
await browser.close()
await httpServer.close()
rmSync(outDir, { recursive: true })
