// What every story of a browser watches for: an eval that a page tries and catches is a problem of that page.

import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { launchBrowser, missingBrowser, openPage } from './browser.ts'

test.skipIf(missingBrowser)('5.11 a violation that the page catches is seen', async () => {
  const server = createServer((_, response) => {
    response.writeHead(200, {
      'content-type': 'text/html',
      'content-security-policy': "default-src 'none'; script-src 'unsafe-inline'",
    })
    response.end('<script>try { new Function("") } catch {} document.title = "tried"</script>')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const browser = await launchBrowser()
  try {
    const { page, problems } = await openPage(browser)
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
    await expect.poll(() => problems).toEqual([expect.stringMatching(/^Content Security Policy: .*eval/)])
    // It was asked for: this file has no problem.
    problems.splice(0)
  } finally {
    await browser.close()
    server.close()
  }
})
