// Waits until a page has come to rest: everything it asked for has arrived, and nothing in it changes any more.

import type { Page, WebSocket } from 'playwright-core'

/** So long without a change is rest; pages that are never at rest are taken as they are. */
const restMs = 100
const longestMs = 10_000
/** What shows for so long that it is loading is meant to. */
const loadingMs = 3_000
/** A channel that says nothing for so long has nothing to say. */
const silentMs = 1_500

const pending = new WeakMap<Page, Set<unknown>>()

/** Call it before the page asks for anything. */
export function watchRequests(page: Page): void {
  const open = new Set<unknown>()
  pending.set(page, open)
  page.on('request', request => open.add(request))
  page.on('requestfinished', request => open.delete(request))
  page.on('requestfailed', request => open.delete(request))
  page.on('websocket', channel => untilItSpeaks(channel, open))
}

function untilItSpeaks(channel: WebSocket, open: Set<unknown>): void {
  open.add(channel)
  const timer = setTimeout(finish, silentMs)
  channel.on('framereceived', finish)
  channel.on('close', finish)
  channel.on('socketerror', finish)
  function finish() {
    clearTimeout(timer)
    open.delete(channel)
  }
}

export async function settle(page: Page): Promise<void> {
  const beganMs = Date.now()
  const isWithin = (ms: number) => Date.now() < beganMs + ms
  do {
    await page.evaluate(untilUnchanged, restMs)
  } while (
    ((pending.get(page)?.size ?? 0) > 0 && isWithin(longestMs)) ||
    (isWithin(loadingMs) && (await page.locator('[aria-busy="true"]').count()) > 0)
  )
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
