// What `--check-config` says about this machine's enrollment: the file, the certificates and whether they still hold.

import { createPrivateKey, X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { DaemonCheckReport } from '@rookery/contracts/up-protocol.ts'
import type { DaemonConfig } from './daemon-config.ts'
import { loadDaemonConfig } from './load-daemon-config.ts'

const dayMs = 86_400_000
const soonDays = 30
const enrollAgain = 'enroll this machine again with: rookery node enroll URL'

export function reportOnDaemonConfig(filePath: string, nowMs: number): DaemonCheckReport {
  const reading = loadDaemonConfig(filePath)
  if (!reading) return { isEnrolled: false, problems: [], warnings: [] }
  if ('problems' in reading) return { isEnrolled: true, problems: reading.problems, warnings: [] }
  const problems = findCertificateProblems(reading.config, nowMs)
  const endings = problems.length > 0 ? [] : endingSoon(reading.config, nowMs)
  return { isEnrolled: true, problems, warnings: [...reading.warnings, ...endings] }
}

/** A running daemon renews its certificate long before: one that ends so soon could not. */
function endingSoon(config: DaemonConfig, nowMs: number): string[] {
  const certificate = readCertificate(config.certificateFile)
  if (typeof certificate === 'string') return []
  const leftDays = Math.floor((certificate.validToDate.getTime() - nowMs) / dayMs)
  if (leftDays >= soonDays) return []
  return [
    `${config.certificateFile} ends in ${leftDays} days; the daemon renews it while it is connected, so start it and look into its log, or ${enrollAgain}`,
  ]
}

function findCertificateProblems(config: DaemonConfig, nowMs: number): string[] {
  const certificate = readCertificate(config.certificateFile)
  const authority = readCertificate(config.caFile)
  const problems = [certificate, authority].filter(found => typeof found === 'string')
  if (typeof certificate === 'string' || typeof authority === 'string') return problems
  problems.push(...validityProblems(config.certificateFile, certificate, nowMs))
  problems.push(...validityProblems(config.caFile, authority, nowMs))
  if (!certificate.checkIssued(authority) || !certificate.verify(authority.publicKey)) {
    problems.push(`${config.certificateFile} was not issued by ${config.caFile}; ${enrollAgain}`)
  }
  try {
    const key = createPrivateKey(readFileSync(config.certificateKeyFile))
    if (!certificate.checkPrivateKey(key)) {
      problems.push(
        `${config.certificateKeyFile} does not belong to ${config.certificateFile}; ${enrollAgain}`,
      )
    }
  } catch {
    problems.push(`${config.certificateKeyFile} cannot be read as a private key; ${enrollAgain}`)
  }
  return problems
}

function readCertificate(filePath: string): X509Certificate | string {
  try {
    return new X509Certificate(readFileSync(filePath))
  } catch {
    return `${filePath} cannot be read as a certificate; ${enrollAgain}`
  }
}

function validityProblems(filePath: string, certificate: X509Certificate, nowMs: number): string[] {
  if (nowMs > certificate.validToDate.getTime()) {
    return [`${filePath} has expired (${certificate.validTo}); ${enrollAgain}`]
  }
  if (nowMs < certificate.validFromDate.getTime()) {
    return [`${filePath} is valid only from ${certificate.validFrom}; set the clock of this machine`]
  }
  return []
}
