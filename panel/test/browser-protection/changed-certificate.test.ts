// Certificate files that are replaced while the panel runs.

import { mkdirSync, mkdtempSync, renameSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect } from 'node:tls'
import { expect, test, vi } from 'vitest'
import { readCertificate, watchCertificate } from '../../src/platform/http/certificate-files.ts'
import { panelsOfTest } from '../sign-in/people.ts'
import { createCertificate } from './own-certificate.ts'

const start = panelsOfTest()
const soon = { timeout: 20_000, interval: 20 }

/** The certificate that a new connection gets. */
function servedBy(url: string): Promise<string> {
  const { port } = new URL(url)
  return new Promise((resolve, reject) => {
    const socket = connect({ host: '127.0.0.1', port: Number(port), rejectUnauthorized: false }, () => {
      resolve(socket.getPeerX509Certificate()?.toString() ?? '')
      socket.destroy()
    })
    socket.on('error', reject)
  })
}

test('a replaced pair is served to new connections, a pair that does not fit never is', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'rookery-tls-'))
  const [first, second, third] = [
    await createCertificate(),
    await createCertificate(),
    await createCertificate(),
  ]
  const files = { certFile: join(dataDir, 'live', 'cert.pem'), keyFile: join(dataDir, 'live', 'key.pem') }
  const write = (folder: string, { cert, key }: { cert: string; key: string }) => {
    mkdirSync(join(dataDir, folder), { recursive: true })
    writeFileSync(join(dataDir, folder, 'cert.pem'), cert)
    writeFileSync(join(dataDir, folder, 'key.pem'), key)
  }
  write('1', first)
  symlinkSync('1', join(dataDir, 'live'))
  const panel = await start({
    dataDir,
    variables: { TLS_CERT_FILE: files.certFile, TLS_KEY_FILE: files.keyFile },
  })
  const warnings: object[] = []
  const watch = watchCertificate({
    files,
    current: readCertificate(files),
    use: panel.app.useCertificate,
    log: { info: () => {}, warn: (fields: object) => warnings.push(fields) },
    checkMs: 20,
  })
  try {
    expect(await servedBy(panel.url)).toBe(first.cert)
    // As certbot does it: a link is pointed elsewhere.
    write('2', second)
    symlinkSync('2', join(dataDir, 'next'))
    renameSync(join(dataDir, 'next'), join(dataDir, 'live'))
    await vi.waitFor(async () => expect(await servedBy(panel.url)).toBe(second.cert), soon)
    expect(warnings).toEqual([])
    writeFileSync(files.certFile, third.cert)
    await vi.waitFor(() => expect(warnings).toHaveLength(1), soon)
    expect(warnings[0]).toMatchObject({ reason: expect.stringMatching(/mismatch/i) })
    expect(await servedBy(panel.url)).toBe(second.cert)
    writeFileSync(files.keyFile, third.key)
    await vi.waitFor(async () => expect(await servedBy(panel.url)).toBe(third.cert), soon)
    expect(warnings).toHaveLength(1)
  } finally {
    watch.end()
  }
})
