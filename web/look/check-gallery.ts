// Opens the gallery in a development server and prints what goes wrong there: node web/look/check-gallery.ts [picture].

import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { createServer } from 'vite'

const httpServer = await createServer({
  root: join(import.meta.dirname, '..'),
  server: { port: 0, host: '127.0.0.1' },
  logLevel: 'error',
})
await httpServer.listen()
const address = httpServer.resolvedUrls?.local[0] ?? ''
const browser = await chromium.launch({
  executablePath: '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
})
try {
  const page = await browser.newPage({ viewport: { width: 1400, height: 900 } })
  const problems: string[] = []
  page.on('console', message => {
    if (message.type() === 'error') problems.push(message.text())
  })
  page.on('pageerror', error => problems.push(String(error)))
  await page.goto(`${address}gallery`)
  await page.locator('figure').first().waitFor({ timeout: 120_000 })
  await page.waitForLoadState('networkidle')
  const picture = process.argv[2]
  if (picture) await page.screenshot({ path: picture, fullPage: true })
  console.log(`${await page.locator('figure').count()} specimens, ${problems.length} problems`)
  for (const problem of problems) console.error(problem)
  process.exitCode = problems.length === 0 ? 0 : 1
} finally {
  await browser.close()
  await httpServer.close()
}
