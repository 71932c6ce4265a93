// The panel gets its certificate from a real ACME directory, renews it while people are connected, and says what is wrong.

import { randomBytes, type X509Certificate } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { request } from 'node:http'
import { request as requestTls } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect } from 'node:tls'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { openPausableProxy, type PausableProxy } from '../../test-services/pausable-proxy.ts'
import { missingPebble, type RunningPebble, startPebble } from '../../test-services/pebble.ts'
import { proofTest } from '../../test-services/proof-size.ts'
import { Program, quickHashing, runProgram } from '../../test-services/start-program.ts'
import { freePort } from '../ports.ts'
import { waitFor } from '../wait-for.ts'

const missing = missingPebble()
if (missing !== null) console.warn(`skipped: ${missing}`)

const domain = 'panel.acme.test'
const password = 'a password for certificates'
const certificateSeconds = 3_600
/** After two thirds of a life, with the spread. */
const renewalSeconds = 2_600
const minuteMs = 60_000

describe.skipIf(missing !== null)('a certificate by ACME', () => {
  let dataDir: string
  let pebble: RunningPebble
  let directory: PausableProxy
  let rootPem: string
  let variables: Record<string, string>
  let panel: Program
  let httpsPort: number
  let plainPort: number
  /** How far the panel's clock is ahead. */
  let aheadMs = 0

  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'rookery-acme-'))
    ;[httpsPort, plainPort] = [await freePort(), await freePort()]
    pebble = await startPebble({ challengePort: plainPort, certificateSeconds })
    directory = await openPausableProxy(pebble.port)
    rootPem = await pebble.rootPem()
    variables = {
      DATA_DIR: dataDir,
      AUTH_SECRET: randomBytes(16).toString('hex'),
      ENCRYPTION_KEY: randomBytes(16).toString('hex'),
      ADMIN_PASSWORD: password,
      HTTP_HOST: domain,
      HTTP_PORT: String(httpsPort),
      GRPC_PORT: '0',
      TLS_ACME: 'true',
      TLS_ACME_EMAIL: 'operator@acme.test',
      TLS_ACME_DIRECTORY: directory.through(pebble.url),
      TLS_ACME_HTTP_PORT: String(plainPort),
      NODE_EXTRA_CA_CERTS: pebble.caFile,
      ...quickHashing,
    }
  })
  afterAll(async () => {
    await panel?.kill()
    await directory?.close()
    await pebble?.stop()
    rmSync(dataDir, { recursive: true, force: true })
  })

  /** What a new connection gets, and whether a browser that trusts the directory's root would accept it. */
  function served(): Promise<{ certificate: X509Certificate; isTrusted: boolean }> {
    const options = { host: '127.0.0.1', port: httpsPort, servername: domain, ca: rootPem }
    return new Promise((resolve, reject) => {
      const socket = connect({ ...options, rejectUnauthorized: false }, () => {
        const certificate = socket.getPeerX509Certificate()
        if (certificate) resolve({ certificate, isTrusted: socket.authorized })
        else reject(new Error('no certificate'))
        socket.destroy()
      })
      socket.on('error', reject)
    })
  }
  const servedSerial = async () => (await served()).certificate.serialNumber

  async function startPanel(): Promise<void> {
    panel = new Program('panel', { variables, opensInside: true })
    await waitFor('the panel listens', () => {
      panel.requireRunning()
      return served().then(
        () => true,
        () => false,
      )
    })
    await panel.inside('timeOfDayAheadMs', aheadMs)
  }
  async function moveClock(seconds: number): Promise<void> {
    aheadMs += seconds * 1000
    await panel.inside('timeOfDayAheadMs', aheadMs)
  }
  async function letPass(seconds: number): Promise<void> {
    await moveClock(seconds)
    await panel.inside('runIntervals', minuteMs)
  }
  const doctor = async () => {
    const { output } = await runProgram('rookery', ['doctor'], variables)
    return output.split('\n').find(line => line.includes('TLS certificate:')) ?? output
  }
  /** With what the panel and the directory said last, where it does not come true. */
  const waitForPanel = (what: string, isTrue: () => Promise<boolean>) => {
    const directorySaid = () => pebble.log().split('\n').slice(-15).join('\n')
    return waitFor(() => `${what}\n${panel.logLines.slice(-8).join('\n')}\n${directorySaid()}`, isTrue)
  }
  /** One more than before: the status that the doctor reads is written down right after. */
  const orderHasFailed = () => {
    const failures = () => panel.logLines.filter(line => line.includes('no new certificate for')).length
    const before = failuresSeen
    failuresSeen += 1
    return waitForPanel('the order has failed', async () => failures() > before && isFailureStored())
  }
  let failuresSeen = 0
  const isFailureStored = () =>
    (JSON.parse(readFileSync(join(dataDir, 'acme', 'status.json'), 'utf8')) as { failure: unknown })
      .failure !== null
  const mode = (name: string) => statSync(join(dataDir, 'acme', name)).mode & 0o777

  function askPlain(path: string, headers: Record<string, string> = {}, method = 'GET') {
    return new Promise<{ status: number; location: string | undefined; body: string }>((resolve, reject) => {
      const asked = request({ host: '127.0.0.1', port: plainPort, path, headers, method }, answer => {
        let body = ''
        answer.on('data', chunk => {
          body += String(chunk)
        })
        answer.on('end', () =>
          resolve({ status: answer.statusCode ?? 0, location: answer.headers.location, body }),
        )
      })
      asked.on('error', reject)
      asked.end()
    })
  }

  function post(path: string, body: object, token?: string): Promise<Record<string, string>> {
    const headers = {
      'content-type': 'application/json',
      ...(token && { authorization: `Bearer ${token}` }),
    }
    const options = { host: '127.0.0.1', port: httpsPort, servername: domain, ca: rootPem }
    return new Promise((resolve, reject) => {
      const asked = requestTls({ ...options, method: 'POST', path, headers }, answer => {
        let text = ''
        answer.on('data', chunk => {
          text += String(chunk)
        })
        answer.on('end', () => resolve(JSON.parse(text) as Record<string, string>))
      })
      asked.on('error', reject)
      asked.end(JSON.stringify(body))
    })
  }

  test('the panel begins with a self-made certificate, and serves the one of the directory without a restart', async () => {
    directory.refuse()
    await startPanel()
    const first = await served()
    expect(first.isTrusted).toBe(false)
    expect(first.certificate.issuer).toBe(`CN=${domain}`)
    expect(first.certificate.checkHost(domain)).toBe(domain)
    await orderHasFailed()
    expect(await doctor()).toMatch(
      /^problem .*the last order for panel\.acme\.test from https:\/\/127.* failed at .* UTC \(ECONN\w+: .*check that this machine reaches .*The next try is at .* UTC; in use is a self-made one/,
    )
    directory.pass()
    await letPass(90)
    await waitForPanel('the certificate of the directory is served', async () => (await served()).isTrusted)
    expect((await served()).certificate.subjectAltName).toBe(`DNS:${domain}`)
    expect(['certificate.pem', 'account.pem', 'status.json'].map(mode)).toEqual([0o600, 0o600, 0o600])
    expect(await doctor()).toMatch(/^ok .*valid until .*, for panel\.acme\.test from https:\/\/127/)
  })

  test('port 80 answers challenges of orders under way alone, and sends the rest to the configured address', async () => {
    const origin = `https://${domain}:${httpsPort}`
    const elsewhere = { host: 'evil.example' }
    expect(await askPlain('/servers?page=2', elsewhere)).toEqual({
      status: 308,
      location: `${origin}/servers?page=2`,
      body: '',
    })
    expect(await askPlain('//evil.example/', elsewhere)).toMatchObject({
      location: `${origin}//evil.example/`,
    })
    expect(await askPlain('http://evil.example/x', elsewhere)).toMatchObject({ location: `${origin}/` })
    expect(await askPlain('/api/health', elsewhere, 'POST')).toMatchObject({ status: 308, body: '' })
    for (const token of ['', 'unknown', '..%2f..%2faccount.pem', 'a/b']) {
      expect(await askPlain(`/.well-known/acme-challenge/${token}`)).toMatchObject({ status: 404 })
    }
  })

  test('a renewed certificate is served while a channel stays open', async () => {
    const before = await servedSerial()
    // Not while the channel is open: nobody has heard of it for so long then.
    await moveClock(renewalSeconds)
    const { token: session = '' } = await post('/api/auth/login', { login: 'admin', password })
    const { token = '' } = await post('/api/auth/short-lived-token', {}, session)
    const socket = new WebSocket(`wss://127.0.0.1:${httpsPort}/api/ws/events?token=${token}`, {
      ...{ servername: domain, ca: rootPem },
      headers: { host: `${domain}:${httpsPort}` },
    })
    const messages: string[] = []
    socket.on('message', bytes => messages.push((bytes as Buffer).toString()))
    await new Promise<void>((resolve, reject) => {
      socket.on('open', () => resolve())
      socket.on('error', reject)
    })
    expect(await servedSerial()).toBe(before)
    await panel.inside('runIntervals', minuteMs)
    await waitForPanel('another certificate is served', async () => (await servedSerial()) !== before)
    expect((await served()).isTrusted).toBe(true)
    socket.send(JSON.stringify({ type: 'ping', payload: {} }))
    await waitFor('the channel still answers', () => messages.some(text => text.includes('pong')))
    expect(socket.readyState).toBe(WebSocket.OPEN)
    socket.close()
  })

  proofTest(
    'a refused challenge leaves the old certificate, and the doctor says which name, what, and when it is tried again',
    async () => {
      const before = await servedSerial()
      await pebble.lead(domain, '127.0.0.9')
      await letPass(renewalSeconds)
      await orderHasFailed()
      expect(await doctor()).toMatch(
        /^warning .*order for panel\.acme\.test .*\(connection, .*\); let panel\.acme\.test lead to this machine.* The next try is at .* UTC; in use is one that is valid until/,
      )
      expect(await servedSerial()).toBe(before)
      await pebble.lead(domain, null)
      await letPass(20 * 60)
      await waitForPanel('another certificate is served', async () => (await servedSerial()) !== before)
      expect(await doctor()).toMatch(/^ok /)
    },
  )

  proofTest(
    'after a restart the certificate is served at once, nothing is ordered, and renewals use the same account',
    async () => {
      const [before, account] = [
        await servedSerial(),
        readFileSync(join(dataDir, 'acme', 'account.pem'), 'utf8'),
      ]
      const orders = () => pebble.log().split('Issued certificate serial').length - 1
      const ordersBefore = orders()
      expect(ordersBefore).toBeGreaterThan(2)
      await panel.end()
      await startPanel()
      expect(await servedSerial()).toBe(before)
      await panel.inside('runIntervals', minuteMs)
      expect(await doctor()).toMatch(/^ok /)
      expect(orders()).toBe(ordersBefore)
      await letPass(renewalSeconds)
      await waitForPanel('another certificate is served', async () => (await servedSerial()) !== before)
      expect(readFileSync(join(dataDir, 'acme', 'account.pem'), 'utf8')).toBe(account)
      expect([...pebble.log().matchAll(/There are now (\d+) accounts/g)].map(([, count]) => count)).toEqual([
        '1',
      ])
    },
  )
})
