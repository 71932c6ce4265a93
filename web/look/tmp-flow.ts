import { chromium } from 'playwright-core'
import { preview } from 'vite'
import { join } from 'node:path'
import { playPanel } from './fake-panel.ts'
const root = join(import.meta.dirname, '..')
const s = await preview({ root, preview: { port: 0, host: '127.0.0.1' }, logLevel: 'error' })
const address = s.resolvedUrls?.local[0]?.replace(/\/$/, '') ?? ''
const b = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu'] })
const ctx = await b.newContext({ locale: 'en-GB' })
const page = await ctx.newPage()
page.on('pageerror', e => console.log('PAGEERROR', String(e)))
await playPanel(page, { login: { status: 200, body: { token: 'tok', expires_in: 5, user: { id: 1, login: 'a', name: 'a', email: '' } } } })
// console with forced drop
let conns: string[] = []
await page.routeWebSocket(/\/console/, ws => {
  conns.push(new URL(ws.url()).search)
  const n = conns.length
  const say = (type: string, payload: unknown) => ws.send(JSON.stringify({ type, payload, ts: 1 }))
  if (n === 1) {
    say('console.history', { output: 'one\r\ntwo\r\n', seq: 10, stream_id: 'x', gap: false })
    say('console.status', { state: 'running', reason: null, node_online: true })
    setTimeout(() => ws.close({ code: 1001 }), 600)
  } else if (n === 2) {
    say('console.history', { output: 'two\r\nthree\r\n', seq: 17, stream_id: 'x', gap: false })
    setTimeout(() => ws.close({ code: 1001 }), 600)
  } else if (n === 3) {
    say('console.history', { output: 'ninety\r\n', seq: 900, stream_id: 'x', gap: true })
    setTimeout(() => ws.close({ code: 4403 }), 600)
  }
})
await page.goto(address + '/servers/1/console')
await page.waitForURL(/sign-in/)
console.log('redirected', page.url())
await page.getByLabel('Login').fill('a'); await page.getByRole('textbox', { name: 'Password' }).fill('b'); await page.getByLabel('Keep me').check()
await page.keyboard.press('Enter')
await page.waitForURL(/console/)
console.log('back at', page.url(), await page.evaluate(() => [sessionStorage.getItem('rookery.session-token'), localStorage.getItem('rookery.session-token')].join('|')))
await page.getByText('You may not read this console.').waitFor({ timeout: 20000 })
console.log('queries', conns)
console.log(JSON.stringify(await page.locator('.xterm-rows').innerText()))
await page.keyboard.press('Control+k')
await page.getByRole('combobox').fill('megaf'); await page.waitForTimeout(300)
console.log('palette', await page.getByRole('option').allInnerTexts())
await page.keyboard.press('Enter'); await page.waitForURL(/servers\/5/)
console.log('went', page.url())
// session ends
await page.route(/\/api\/nodes/, r => r.fulfill({ status: 401, body: JSON.stringify({ code: 'not_signed_in', message: 'x' }) }))
await page.getByRole('link', { name: 'Nodes', exact: true }).click()
await page.waitForURL(/sign-in/)
console.log('ended', page.url(), await page.getByText('Your sign-in has ended').isVisible())
await b.close(); await s.close()
