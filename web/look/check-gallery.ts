// Opens the gallery in a development server and prints what goes wrong there: node web/look/check-gallery.ts [picture].

import { join } from 'node:path'
import { chromium, type Page } from 'playwright-core'
import { createServer } from 'vite'

const controls = ['button', 'textbox', 'combobox', 'switch', 'checkbox', 'radio', 'link', 'searchbox']

/** Controls that a screen reader could not name, as Chromium's own accessibility tree tells them. */
async function namelessControls(page: Page): Promise<string[]> {
  const session = await page.context().newCDPSession(page)
  await session.send('Accessibility.enable')
  const { nodes } = await session.send('Accessibility.getFullAXTree')
  return nodes
    .filter(({ ignored, role, name }) => !ignored && controls.includes(role?.value) && !name?.value?.trim())
    .map(({ role, description }) => `a ${role?.value} has no name ${description?.value ?? ''}`)
}

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
  problems.push(...(await namelessControls(page)))
  const picture = process.argv[2]
  if (picture) await page.screenshot({ path: picture, fullPage: true })
  console.log(`${await page.locator('figure').count()} specimens, ${problems.length} problems`)
  for (const problem of problems) console.error(problem)
  process.exitCode = problems.length === 0 ? 0 : 1
} finally {
  await browser.close()
  await httpServer.close()
}
