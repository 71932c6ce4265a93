// Notices that this instance was frozen, as a paused process or a sleeping machine is, and makes it ask first which of
// its nodes others have taken meanwhile.
//
// Who takes a node over waits only a few seconds for the former holder. After a longer absence there may be words of the
// node here, still unread, that are older than what the new holder has stored: those are dropped.

import { setTimeout as delay } from 'node:timers/promises'
import type { Log } from '../log.ts'

interface FreezeDetectionDeps {
  /** Less than what others wait for this instance. */
  limitMs: number
  /** One stands still while the machine sleeps, the other may be set: an absence shows in either. */
  clocks: readonly (() => number)[]
  /** The nodes that others hold by now, with their fences. Throws while the cache is away. */
  takenByOthers(): Promise<{ nodeId: number; fence: number }[]>
  /** Ends a connection that is older than the fence. */
  release(nodeId: number, fence: number): void
  log: Log
}

const againMs = 250
/** Then it goes on as it does whenever the cache is away. */
const patienceMs = 10_000

export function createFreezeDetection({ limitMs, clocks, takenByOthers, release, log }: FreezeDetectionDeps) {
  const read = () => clocks.map(clock => clock())
  let last = read()
  let asking: Promise<void> | null = null
  /** Whoever has a lower fence speaks for the node no longer. */
  const leastFence = new Map<number, number>()

  /** Called before anything that comes from outside is looked at, whichever comes first. */
  function notice(): void {
    const present = read()
    const awayMs = Math.max(...present.map((time, index) => time - (last[index] ?? time)))
    last = present
    if (awayMs <= limitMs) return
    log.warn(
      { away_ms: Math.round(awayMs) },
      'this instance was frozen: it asks which nodes are still its own',
    )
    const asked = ask().finally(() => {
      if (asking === asked) asking = null
    })
    asking = asked
  }

  async function ask(): Promise<void> {
    const untilMs = performance.now() + patienceMs
    for (;;) {
      try {
        for (const { nodeId, fence } of await takenByOthers()) {
          leastFence.set(nodeId, fence)
          release(nodeId, fence)
        }
        return
      } catch (error) {
        if (performance.now() < untilMs) await delay(againMs)
        else return log.warn({ err: error }, 'nobody could be asked; this instance goes on with its nodes')
      }
    }
  }

  async function whenAsked(nodeId: number, fence: number): Promise<boolean> {
    while (asking) await asking
    return isCurrent(nodeId, fence)
  }

  const isCurrent = (nodeId: number, fence: number) => fence >= (leastFence.get(nodeId) ?? 0)
  const looking = setInterval(notice, limitMs / 4).unref()

  return {
    notice,
    /** Whether what this connection has reported is still worth storing. */
    isCurrent(nodeId: number, fence: number): boolean | Promise<boolean> {
      notice()
      return asking ? whenAsked(nodeId, fence) : isCurrent(nodeId, fence)
    },
    close: () => clearInterval(looking),
  }
}
