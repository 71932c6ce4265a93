// Opens streams of many nodes a few at a time: a node's first one is a new TLS connection, and a thousand at once a storm.

import type { DaemonLink } from '../../platform/daemon-link/daemon-link.ts'

/** Below what the link lets come in from one address, for nodes that share one. */
const atOnce = 32

export function limitOpening(link: Pick<DaemonLink, 'openTransfer'>): Pick<DaemonLink, 'openTransfer'> {
  const waiting: (() => void)[] = []
  let opening = 0
  return {
    async openTransfer(nodeId, purpose) {
      if (opening >= atOnce) await new Promise<void>(resolve => waiting.push(resolve))
      else opening += 1
      try {
        return await link.openTransfer(nodeId, purpose)
      } finally {
        // Hands its place to the next one, or gives it back.
        const next = waiting.shift()
        if (next) next()
        else opening -= 1
      }
    },
  }
}
