// Waits until a page has come to rest: everything it asked for has arrived, and nothing in it changes any more.

import type { Page } from 'playwright-core'

/** So long without a change is rest; pages that are never at rest, such as a live chart, are taken as they are. */
const restMs = 120
const longestMs = 10_000

const pending = new WeakMap<Page, Set<unknown>>()

/** Call it before the page asks for anything. */
export function watchRequests(page: Page): void {
  const open = new Set<unknown>()
  pending.set(page, open)
  page.on('request', request => open.add(request))
  page.on('requestfinished', request => open.delete(request))
  page.on('requestfailed', request => open.delete(request))
}

export async function settle(page: Page): Promise<void> {
  const untilMs = Date.now() + longestMs
  do {
    await page.evaluate(untilUnchanged, restMs)
  } while ((pending.get(page)?.size ?? 0) > 0 && Date.now() < untilMs)
}

/** Runs in the page: it knows nothing of this file. */
async function untilUnchanged(forMs: number): Promise<void> {
  await document.fonts.ready
  await new Promise<void>(resolve => {
    let timer = setTimeout(finish, forMs)
    const last = setTimeout(finish, forMs * 20)
    const observer = new MutationObserver(() => {
      clearTimeout(timer)
      timer = setTimeout(finish, forMs)
    })
    observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true })
    function finish() {
      clearTimeout(timer)
      clearTimeout(last)
      observer.disconnect()
      resolve()
    }
  })
  await new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))
}
