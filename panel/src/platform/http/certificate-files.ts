// The panel's own certificate files: read at the start, and again when they change, without a restart.

import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createSecureContext } from 'node:tls'
import type { Log } from '../log.ts'

export interface CertificateFiles {
  certFile: string
  keyFile: string
}

/** As PEM; the certificate with its chain. */
export interface CertificatePair {
  cert: string
  key: string
}

const usualCheckMs = 10_000

export function readCertificate({ certFile, keyFile }: CertificateFiles): CertificatePair {
  return { cert: readFileSync(certFile, 'utf8'), key: readFileSync(keyFile, 'utf8') }
}

/** When the certificate in a file runs out, as it is now; null where it cannot be read. */
export async function readCertificateEnd(certFile: string): Promise<string | null> {
  try {
    return new X509Certificate(await readFile(certFile)).validToDate.toISOString()
  } catch {
    return null
  }
}

interface CertificateWatchOptions {
  files: CertificateFiles
  /** What is in use now. */
  current: CertificatePair
  use(pair: CertificatePair): void
  log: Pick<Log, 'info' | 'warn'>
  checkMs?: number
}

/**
 * Looks at the content again and again: tools that renew certificates replace files, folders or links, and not every
 * file system tells of it. A pair that does not fit, such as one that is half replaced, is never used: the old one
 * stays, and a pair that is wrong twice in a row is reported once. `check` looks at once.
 */
export function watchCertificate(options: CertificateWatchOptions): { check(): void; end(): void } {
  const { files, use, log } = options
  let used = options.current
  let refused = { text: '', times: 0 }
  const refuse = (text: string) => {
    refused = { text, times: refused.text === text ? refused.times + 1 : 1 }
    if (refused.times === 2) {
      log.warn(
        { ...files, reason: text },
        'the changed certificate cannot be used; the one before stays in use',
      )
    }
  }
  const check = () => {
    try {
      const found = readCertificate(files)
      if (found.cert === used.cert && found.key === used.key) {
        refused = { text: '', times: 0 }
        return
      }
      // Throws when the key does not belong to the certificate.
      createSecureContext(found)
      use(found)
      used = found
      refused = { text: '', times: 0 }
      const { validTo } = new X509Certificate(found.cert)
      log.info({ ...files, valid_to: validTo }, 'the certificate was changed and is in use now')
    } catch (error) {
      refuse(error instanceof Error ? error.message : String(error))
    }
  }
  const timer = setInterval(check, options.checkMs ?? usualCheckMs).unref()
  return { check, end: () => clearInterval(timer) }
}
