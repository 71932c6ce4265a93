// Connections to addresses that somebody else has written: a name is looked up once for each, and what was checked is
// what is dialed. Nothing stays open, so that nothing is used again unchecked.

import type { LookupAddress } from 'node:dns'
import { checkAddresses, type OutgoingRules } from '@rookery/primitives/check-url.ts'
import type { Agent } from 'undici'

interface GuardedAgentOptions {
  rules: OutgoingRules
  /** All addresses of a name. */
  resolve(host: string): Promise<LookupAddress[]>
  /** What a refused connection fails with. */
  refusal(problem: string): Error
}

const headersLimitBytes = 32 * 1024

/** `HttpAgent` is given, because undici is large and loaded with the first request. */
export function openGuardedAgent(
  HttpAgent: typeof Agent,
  { rules, resolve, refusal }: GuardedAgentOptions,
): Agent {
  async function checkedAddresses(host: string): Promise<LookupAddress[]> {
    const found = await resolve(host)
    const addresses = found.map(({ address }) => address)
    const problem = checkAddresses(host, addresses, rules)
    if (problem !== null) throw refusal(problem)
    return found
  }
  return new HttpAgent({
    connect: {
      autoSelectFamily: true,
      lookup: (host, wanted, callback) => {
        checkedAddresses(host).then(
          found => {
            const [first = { address: '', family: 0 }] = found
            if (wanted.all) callback(null, found)
            else callback(null, first.address, first.family)
          },
          (error: Error) => callback(error, '', 0),
        )
      },
    },
    maxHeaderSize: headersLimitBytes,
    // A connection that stays open would be used again without checking its host.
    pipelining: 0,
    keepAliveTimeout: 1,
  })
}
