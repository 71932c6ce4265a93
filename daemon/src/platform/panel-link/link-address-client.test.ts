import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createCertificate } from '../../../../test-services/web-proxies.ts'

const program = `
import { readLinkAddress } from ${JSON.stringify(join(import.meta.dirname, 'link-address-client.ts'))}
console.log(await readLinkAddress(process.argv[1]).then(({ address }) => address, error => error.cause?.code))
`

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rookery-authority-'))
  createCertificate(folder, 'DNS:localhost')
})
afterEach(() => rmSync(folder, { recursive: true }))

/** What a process learns of this panel whose system trusts the authorities in the file. */
async function ask(url: string, trusted: string): Promise<string> {
  const args = ['--no-warnings', '--input-type=module', '--eval', program, url]
  const env = { ...process.env, SSL_CERT_FILE: trusted, SSL_CERT_DIR: '/nonexistent' }
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'inherit'] })
  let output = ''
  child.stdout.on('data', chunk => {
    output += String(chunk)
  })
  await once(child, 'close')
  return output.trim()
}

test('a panel whose certificate the system trusts is believed, and no other', async () => {
  const certificate = join(folder, 'certificate.pem')
  const options = { cert: readFileSync(certificate), key: readFileSync(join(folder, 'key.pem')) }
  const server = createServer(options, (_request, response) =>
    response.end(JSON.stringify({ grpc_port: 31_718, ca_pem: 'of the panel' })),
  )
  server.listen(0)
  await once(server, 'listening')
  const url = `https://localhost:${(server.address() as AddressInfo).port}`
  expect(await ask(url, certificate)).toBe('localhost:31718')
  expect(await ask(url, '/dev/null')).toBe('DEPTH_ZERO_SELF_SIGNED_CERT')
  server.close()
})
