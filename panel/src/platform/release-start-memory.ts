// Gives back what only the start needed: a third of the memory, which V8 would keep for hours in a panel with little to do.

import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Browsers and nodes that came back with the panel have their answers by then. */
const afterStartMs = 30_000

type CollectGarbage = (options: { type: 'major'; execution: 'async'; flavor: 'last-resort' }) => Promise<void>

/** `before`: what needs something of the start. */
export function releaseStartMemory(before: () => void): void {
  setTimeout(() => {
    before()
    void collectGarbage()
  }, afterStartMs).unref()
}

/** Once: it stops everything for as long as V8 looks at all that is held. */
export async function collectGarbage(): Promise<void> {
  // There is no other way to ask for it without an option in every place that starts a panel.
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as CollectGarbage
  setFlagsFromString('--no-expose-gc')
  await collect({ type: 'major', execution: 'async', flavor: 'last-resort' })
}
