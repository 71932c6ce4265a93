// Lists of addresses and networks that are let in.

import { BlockList, isIP } from 'node:net'
import { normalAddress } from './client-address.ts'

interface Network {
  address: string
  family: 'ipv4' | 'ipv6'
  bits: number
}

const bitsOf = { ipv4: 32, ipv6: 128 } as const

/** Null when the text is neither an address nor a network as `10.0.0.0/8`. */
function readNetwork(text: string): Network | null {
  const [written = '', bitsText, ...more] = text.split('/')
  const address = written.includes('%') ? null : normalAddress(written)
  if (address === null || more.length > 0) return null
  const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
  // One of version 4 that is written in version 6 counts its bits otherwise: nobody means that.
  if (family === 'ipv4' && isIP(written) !== 4) return null
  if (bitsText === undefined) return { address, family, bits: bitsOf[family] }
  if (!/^(0|[1-9][0-9]{0,2})$/.test(bitsText) || Number(bitsText) > bitsOf[family]) return null
  return { address, family, bits: Number(bitsText) }
}

/** One spelling for each; the ones that are none. */
export function readAddressList(texts: readonly string[]): { addresses: string[]; problems: string[] } {
  const addresses = new Set<string>()
  const problems: string[] = []
  for (const text of texts) {
    const network = readNetwork(text)
    if (network === null) problems.push(text)
    else addresses.add(writeNetwork(network))
  }
  return { addresses: [...addresses], problems }
}

function writeNetwork({ address, family, bits }: Network): string {
  return bits === bitsOf[family] ? address : `${address}/${bits}`
}

/** Whether an address is let in; an empty list lets everybody in. */
export function addressCheck(addresses: readonly string[]): (address: string) => boolean {
  if (addresses.length === 0) return () => true
  const list = new BlockList()
  for (const text of addresses) {
    const network = readNetwork(text)
    if (network) list.addSubnet(network.address, network.bits, network.family)
  }
  return text => {
    const address = normalAddress(text)
    return address !== null && list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
  }
}
