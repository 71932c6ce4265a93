// The addresses that the panel's name stands for: several instances may have one each, and a frozen one still accepts.

import { lookup } from 'node:dns/promises'

export type LookUp = (host: string) => Promise<string[]>

/** In the order of the machine's resolver. */
export const systemLookUp: LookUp = async host =>
  (await lookup(host, { all: true, order: 'verbatim' })).map(({ address }) => address)

export interface PanelAddresses {
  /** One round: every address once, as host:port; the one that was good last comes first, one that failed last. */
  round(): Promise<string[]>
  /** A connection to it was welcomed. */
  worked(address: string): void
  /** It did not answer, or fell silent. */
  failed(address: string): void
}

/** `address`: host:port, the host a name, an IPv4 address, or an IPv6 address in brackets. */
export function createPanelAddresses(address: string, lookUp: LookUp): PanelAddresses {
  const [, host = '', port = ''] = /^(.*):(\d+)$/.exec(address) ?? []
  let good: string | null = null
  let bad: string | null = null
  const rank = (one: string) => (one === good ? 0 : one === bad ? 2 : 1)
  return {
    async round() {
      // A resolver that is away is no reason to forget the name: the connection says what is wrong.
      const found = await lookUp(host.replaceAll(/[[\]]/g, '')).catch(() => [])
      const all = [...new Set(found)].map(ip => (ip.includes(':') ? `[${ip}]:${port}` : `${ip}:${port}`))
      return all.length > 1 ? all.toSorted((one, other) => rank(one) - rank(other)) : [address]
    },
    worked(one) {
      good = one
      if (bad === one) bad = null
    },
    failed(one) {
      bad = one
      if (good === one) good = null
    },
  }
}
