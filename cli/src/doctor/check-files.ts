// Checks the files with secrets: nobody else may read them, and certificates are still valid.

import { createPrivateKey, X509Certificate } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { type Finding, ok, problem, reasonOf } from './finding.ts'
import { certificateFinding } from './finding-rules.ts'

/** One line for all of them, or one for each that is open to others; files that are not there are no matter. */
export function checkPrivateFiles(files: string[]): Finding[] {
  const name = 'private files'
  const found = files.flatMap(file => {
    const mode = statSync(file, { throwIfNoEntry: false })?.mode
    return mode === undefined ? [] : [{ file, mode }]
  })
  const open = found.filter(({ mode }) => (mode & 0o077) !== 0)
  if (open.length > 0) {
    return open.map(({ file }) =>
      problem(name, `${file} holds secrets and others may read it; run: chmod 600 ${file}`),
    )
  }
  return found.length > 0 ? [ok(name, 'only their owner can read them')] : []
}

/** With its key, so that a pair that does not fit is found before the start. */
export function checkCertificate(file: string, keyFile: string | null, nowMs: number): Finding {
  try {
    const certificate = new X509Certificate(readFileSync(file))
    const { validFromDate, validToDate } = certificate
    const keyText = keyFile === null ? null : keyProblem(certificate, keyFile)
    if (keyText !== null) return problem('TLS certificate', keyText)
    return certificateFinding(file, { fromMs: validFromDate.getTime(), toMs: validToDate.getTime() }, nowMs)
  } catch (error) {
    return problem('TLS certificate', `${file} cannot be read (${reasonOf(error)}); correct TLS_CERT_FILE`)
  }
}

function keyProblem(certificate: X509Certificate, keyFile: string): string | null {
  try {
    if (certificate.checkPrivateKey(createPrivateKey(readFileSync(keyFile)))) return null
    return `${keyFile} does not belong to the certificate; correct TLS_KEY_FILE or TLS_CERT_FILE`
  } catch (error) {
    return `${keyFile} cannot be read as a private key (${reasonOf(error)}); correct TLS_KEY_FILE`
  }
}
