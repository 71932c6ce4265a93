// Checks the files with secrets: nobody else may read them, and certificates are still valid.

import { X509Certificate } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { type Finding, ok, problem, reasonOf } from './finding.ts'
import { certificateFinding } from './logic/certificate-finding.ts'

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

export function checkCertificate(file: string, nowMs: number): Finding {
  try {
    const { validFromDate, validToDate } = new X509Certificate(readFileSync(file))
    return certificateFinding(file, { fromMs: validFromDate.getTime(), toMs: validToDate.getTime() }, nowMs)
  } catch (error) {
    return problem('TLS certificate', `${file} cannot be read (${reasonOf(error)}); correct TLS_CERT_FILE`)
  }
}
