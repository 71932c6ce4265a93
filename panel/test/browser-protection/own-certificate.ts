// Certificates for a panel of a test that speaks TLS itself, each with an authority of its own.

import { randomBytes } from 'node:crypto'
import { loadCertificateAuthority } from '../../src/platform/daemon-link/certificate-authority.ts'

export async function createCertificate() {
  const stored = new Map<string, string>()
  const authority = await loadCertificateAuthority(
    {
      read: async name => stored.get(name),
      async writeIfAbsent(name, value) {
        stored.set(name, value)
        return value
      },
    },
    { clock: Date.now, randomBytes },
  )
  const { certificatePem: cert, privateKeyPem: key } = authority.issuePanelCertificate()
  return { cert, key, caPem: authority.caPem }
}
