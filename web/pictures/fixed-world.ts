// What differs from one visit to the next stands still in a page: the time of day, chance, and whatever moves. Its stopwatch runs, and can be moved on by hand.

import type { Page } from 'playwright-core'

/** Runs in the page, before anything of its own; frames of plugins too. */
function standStill(nowMs: number): void {
  class StillDate extends Date {
    constructor(...given: []) {
      if (given.length === 0) super(nowMs)
      else super(...given)
    }
    static override now() {
      return nowMs
    }
  }
  window.Date = StillDate as DateConstructor

  // A color on its way to another is neither.
  const still = new CSSStyleSheet()
  still.replaceSync('*, ::before, ::after { transition: none !important; animation: none !important }')
  document.adoptedStyleSheets = [still]

  let seed = 1
  const next = () => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
    return seed / 2 ** 32
  }
  Math.random = next
  crypto.getRandomValues = array => {
    const bytes = array ? new Uint8Array(array.buffer, array.byteOffset, array.byteLength) : []
    for (let at = 0; at < bytes.length; at++) bytes[at] = Math.floor(next() * 256)
    return array
  }

  let heldAtMs: number | null = null
  let skippedMs = 0
  const realNow = performance.now.bind(performance)
  performance.now = () => heldAtMs ?? realNow() + skippedMs
  const stopwatch: Stopwatch = {
    hold: () => {
      heldAtMs = performance.now()
    },
    skip: ms => {
      heldAtMs = performance.now() + ms
    },
    release: () => {
      skippedMs = performance.now() - realNow()
      heldAtMs = null
    },
  }
  Object.assign(window, { stopwatch })
}

interface Stopwatch {
  hold(): void
  skip(ms: number): void
  release(): void
}

export const holdWorldStill = (page: Page, nowMs: number): Promise<unknown> =>
  page.addInitScript(standStill, nowMs)

/** As if a turn's time had passed before each message, without the wait and to the millisecond. */
export async function passTurns(page: Page, turnMs: number, turns: (() => Promise<void>)[]): Promise<void> {
  await page.evaluate(() => (window as unknown as { stopwatch: Stopwatch }).stopwatch.hold())
  for (const turn of turns) {
    await page.evaluate(ms => (window as unknown as { stopwatch: Stopwatch }).stopwatch.skip(ms), turnMs)
    await turn()
    // The page handles what it heard in a task of its own.
    await page.evaluate(() => new Promise(resolve => setTimeout(resolve, 4)))
  }
  await page.evaluate(() => (window as unknown as { stopwatch: Stopwatch }).stopwatch.release())
}
