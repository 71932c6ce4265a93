// Reads what the panel has written about its certificate from a directory.

import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { acmeFileNames, acmeStatus } from '@rookery/contracts/acme-status.ts'
import { parseReport } from '@rookery/contracts/up-protocol.ts'
import { type AcmeOrder, acmeFinding, type CertificateInUse } from './acme-finding-rules.ts'
import { type Finding, problem, reasonOf } from './finding.ts'

export function checkAcme(order: AcmeOrder & { folder: string }, nowMs: number): Finding {
  try {
    const certificate = readIfThere(join(order.folder, acmeFileNames.certificate))
    const status = readIfThere(join(order.folder, acmeFileNames.status))
    return acmeFinding(order, {
      certificate: certificate === null ? null : certificateInUse(certificate),
      status: status === null ? null : parseReport(acmeStatus, JSON.stringify(JSON.parse(status))),
      nowMs,
    })
  } catch (error) {
    const reason = reasonOf(error)
    return problem(
      'TLS certificate',
      `${order.folder} cannot be read (${reason}); run this as the user of the panel`,
    )
  }
}

function certificateInUse(pem: string): CertificateInUse {
  const certificate = new X509Certificate(pem)
  return {
    fromMs: certificate.validFromDate.getTime(),
    toMs: certificate.validToDate.getTime(),
    isSelfMade: certificate.issuer === certificate.subject,
  }
}

function readIfThere(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (reasonOf(error) === 'ENOENT') return null
    throw error
  }
}
