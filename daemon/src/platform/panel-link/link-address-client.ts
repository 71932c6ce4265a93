// Asks a panel over HTTP where its daemon link is; nothing it answers is trusted before the key has confirmed it.

import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { readLinkAddress as endpoint } from '@rookery/contracts/http/nodes.ts'

const timeLimitMs = 10_000
const sizeLimitBytes = 64 * 1024

export async function readLinkAddress(panelUrl: string): Promise<{ address: string; caPem: string }> {
  const url = new URL(endpoint.path, panelUrl)
  if (url.protocol === 'https:') trustAuthoritiesOfTheSystem()
  const response = await fetch(url, { signal: AbortSignal.timeout(timeLimitMs) })
  if (!response.ok)
    throw new Error(`${url.href} answers ${response.status}; is this the address of a Rookery panel?`)
  const { grpc_port: port, ca_pem: caPem } = endpoint.answer.parse(JSON.parse(await limitedText(response)))
  // URL keeps the brackets of an IPv6 address, as gRPC wants them.
  return { address: `${url.hostname}:${port}`, caPem }
}

/** Node has a list of its own: a panel with a certificate of a company's authority, which curl trusts, would be refused. */
function trustAuthoritiesOfTheSystem(): void {
  const all = [...getCACertificates('default'), ...getCACertificates('system')]
  // The first versions of Node 24 have it not.
  setDefaultCACertificates?.([...new Set(all)])
}

async function limitedText(response: Response): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true })
    if (text.length > sizeLimitBytes) throw new Error('the answer is too long to be that of a panel')
  }
  return text + decoder.decode()
}
