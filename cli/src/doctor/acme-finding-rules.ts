// What the state of a certificate from an ACME directory means, in words that say what to do.

import type { AcmeStatus } from '@rookery/contracts/acme-status.ts'
import type { Finding } from './finding.ts'

export interface AcmeOrder {
  domain: string
  directory: string
}

export interface CertificateInUse {
  fromMs: number
  toMs: number
  isSelfMade: boolean
}

export interface AcmeState {
  /** Null before the first start. */
  certificate: CertificateInUse | null
  status: AcmeStatus | null
  nowMs: number
}

const name = 'TLS certificate'

export function acmeFinding(order: AcmeOrder, { certificate, status, nowMs }: AcmeState): Finding {
  const { domain, directory } = order
  const known = status?.domain === domain && status.directory === directory ? status : null
  if (certificate === null) {
    return {
      name,
      verdict: 'ok',
      message: `one for ${domain} is ordered from ${directory} at the first start`,
    }
  }
  const isAccepted = !certificate.isSelfMade && nowMs <= certificate.toMs
  const inUse = describeCertificate(certificate, nowMs)
  if (known?.failure) {
    const { failure } = known
    const what = failure.problem === null ? failure.detail : `${failure.problem}, ${failure.detail}`
    const message = `the last order for ${domain} from ${directory} failed at ${minute(failure.atMs)} (${what}); ${failure.advice}. The next try is at ${minute(failure.retryAtMs)}; in use is ${inUse}`
    return { name, verdict: isAccepted ? 'warning' : 'problem', message }
  }
  if (isAccepted) return { name, verdict: 'ok', message: `${inUse}, for ${domain} from ${directory}` }
  return {
    name,
    verdict: 'warning',
    message: `in use is ${inUse}; one for ${domain} is ordered from ${directory} while the panel runs: look again in a minute`,
  }
}

function describeCertificate({ toMs, isSelfMade }: CertificateInUse, nowMs: number): string {
  if (isSelfMade) return 'a self-made one, which browsers warn of'
  const day = new Date(toMs).toISOString().slice(0, 10)
  return nowMs > toMs ? `one that expired on ${day}` : `one that is valid until ${day}`
}

/** As in the log: UTC, to the minute. */
const minute = (ms: number): string => `${new Date(ms).toISOString().slice(0, 16).replace('T', ' ')} UTC`
