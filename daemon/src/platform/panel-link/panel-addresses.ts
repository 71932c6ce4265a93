// Where the panel can be reached: its name may stand for several addresses, and a proxy behind one for several instances.

import { lookup } from 'node:dns/promises'
import { panelServerName, panelServerNameCount } from '@rookery/contracts/daemon/protocol-version.ts'

export type LookUp = (host: string) => Promise<string[]>

/** In the order of the machine's resolver. */
export const systemLookUp: LookUp = async host =>
  (await lookup(host, { all: true, order: 'verbatim' })).map(({ address }) => address)

export interface PanelTarget {
  /** host:port */
  address: string
  /** What the daemon calls the panel in TLS (rule L18): a proxy may choose the instance by it. */
  serverName: string
}

export interface PanelAddresses {
  /**
   * One round: every address once, the one that was good last first and one that failed last. A single address comes
   * several times, under server names not tried lately, where instances are known to be behind it.
   */
  round(hasSeveralInstances: boolean): Promise<PanelTarget[]>
  /** A connection to it was welcomed. */
  worked(target: PanelTarget): void
  /** It did not answer, or fell silent. */
  failed(target: PanelTarget): void
}

/**
 * A proxy that chooses by a hash of the name sends about half of them to one of two instances: all twelve end at the
 * one that does not answer for one node in four thousand, which finds the other in its next round.
 */
const namesInRound = 12

/** `address`: host:port, the host a name, an IPv4 address, or an IPv6 address in brackets. */
export function createPanelAddresses(address: string, lookUp: LookUp): PanelAddresses {
  const [, host = '', port = ''] = /^(.*):(\d+)$/.exec(address) ?? []
  let good: string | null = null
  let bad: string | null = null
  /** The first of the next round. */
  let nameIndex = 0
  const rank = (one: string) => (one === good ? 0 : one === bad ? 2 : 1)
  const nameAt = (index: number) => panelServerName(index % panelServerNameCount)
  return {
    async round(hasSeveralInstances) {
      // A resolver that is away is no reason to forget the name: the connection says what is wrong.
      const found = await lookUp(host.replaceAll(/[[\]]/g, '')).catch(() => [])
      const all = [...new Set(found)].map(ip => (ip.includes(':') ? `[${ip}]:${port}` : `${ip}:${port}`))
      if (all.length > 1) {
        const inOrder = all.toSorted((one, other) => rank(one) - rank(other))
        return inOrder.map(one => ({ address: one, serverName: nameAt(nameIndex) }))
      }
      const names = hasSeveralInstances ? namesInRound : 1
      return Array.from({ length: names }, (_, plus) => ({ address, serverName: nameAt(nameIndex + plus) }))
    },
    worked(target) {
      good = target.address
      if (bad === target.address) bad = null
      while (nameAt(nameIndex) !== target.serverName) nameIndex += 1
    },
    failed(target) {
      bad = target.address
      if (good === target.address) good = null
      if (nameAt(nameIndex) === target.serverName) nameIndex += 1
    },
  }
}
