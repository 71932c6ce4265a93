// Tests of when the panel's own certificate runs out, as its file says.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createSelfMadeCertificate } from '../acme/self-made-certificate.ts'
import { readCertificateEnd } from './certificate-files.ts'

test('it is read from the file as it is now, and not known where that is no certificate', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'certificate-'))
  try {
    const file = join(folder, 'cert.pem')
    const nowMs = Date.parse('2026-11-17T12:00:00Z')
    writeFileSync(file, createSelfMadeCertificate('panel.example', nowMs).chainPem)
    const end = await readCertificateEnd(file)
    expect(end).toBe('2027-02-15T12:00:00.000Z')
    writeFileSync(file, 'half of a certif')
    expect(await readCertificateEnd(file)).toBeNull()
    expect(await readCertificateEnd(join(folder, 'nothing'))).toBeNull()
  } finally {
    rmSync(folder, { recursive: true })
  }
})
