// The files of ACME below the data folder: the certificate with its key, the key of the account, and how the last order went.

import { generateKeyPairSync, type KeyObject, X509Certificate } from 'node:crypto'
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createSecureContext } from 'node:tls'
import { type AcmeStatus, acmeFileNames, acmeStatus } from '@rookery/contracts/acme-status.ts'
import { replaceFile } from '@rookery/primitives/replace-file.ts'

export function openAcmeFiles(folder: string) {
  const file = (name: keyof typeof acmeFileNames) => join(folder, acmeFileNames[name])
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  return {
    certificateFile: file('certificate'),
    /** Null when there is none that a server could use. */
    readCertificate(): X509Certificate | null {
      const pem = readIfThere(file('certificate'))
      if (pem === null) return null
      try {
        createSecureContext({ cert: pem, key: pem })
        return new X509Certificate(pem)
      } catch {
        return null
      }
    },
    writeCertificate: (keyPem: string, chainPem: string) =>
      replaceFile(file('certificate'), `${keyPem.trim()}\n${chainPem.trim()}\n`),
    /** Made once: the directory knows the panel by it. */
    accountKey(): string {
      const stored = readIfThere(file('accountKey'))
      if (stored !== null) return stored
      const made = keyPem(newKeyPair().privateKey)
      replaceFile(file('accountKey'), made)
      return made
    },
    /** Null when there is none, or none that can be read: the next order makes it anew. */
    readStatus(): AcmeStatus | null {
      try {
        return acmeStatus.parse(JSON.parse(readIfThere(file('status')) ?? ''))
      } catch {
        return null
      }
    },
    writeStatus: (status: AcmeStatus) => replaceFile(file('status'), `${JSON.stringify(status, null, 1)}\n`),
  }
}

export type AcmeFiles = ReturnType<typeof openAcmeFiles>

export const newKeyPair = () => generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
export const keyPem = (key: KeyObject): string => key.export({ format: 'pem', type: 'pkcs8' }).toString()

function readIfThere(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}
