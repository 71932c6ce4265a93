import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { panelsOfTest } from '../sign-in/people.ts'
import { createCertificate } from './own-certificate.ts'
import { rawRequest } from './raw-request.ts'

const start = panelsOfTest()
const aYear = 'max-age=31536000'

/** Starts a panel that speaks TLS itself, with a certificate made for the occasion. */
async function startWithTls(variables: Record<string, string> = {}) {
  const { cert, key, caPem } = await createCertificate()
  const dataDir = mkdtempSync(join(tmpdir(), 'rookery-tls-'))
  writeFileSync(join(dataDir, 'panel.pem'), `${cert}\n${key}`)
  const panel = await start({ dataDir, variables: { TLS_CERT_FILE: 'panel.pem', ...variables } })
  return { url: panel.url, caPem }
}

async function overTls(variables: Record<string, string> = {}) {
  const { url, caPem } = await startWithTls(variables)
  const { headers } = await rawRequest({ url }, { caPem })
  return headers['strict-transport-security']
}

async function overHttp(variables: Record<string, string>, forwardedProto?: string) {
  const headers: Record<string, string> = forwardedProto ? { 'x-forwarded-proto': forwardedProto } : {}
  const answer = await rawRequest(await start({ variables }), { headers })
  return answer.headers['strict-transport-security']
}

test('5.11.1 (C238) plain HTTP gets no HSTS, whatever else a proxy says', async () => {
  const panel = await start()
  const sent: Record<string, string>[] = [
    {},
    { 'x-forwarded-proto': 'http' },
    { 'x-forwarded-proto': 'http, https' },
    { 'x-forwarded-ssl': 'on' },
  ]
  for (const headers of sent) {
    expect((await rawRequest(panel, { headers })).headers).not.toHaveProperty('strict-transport-security')
  }
})

test('5.11.1 (C239) TLS, X-Forwarded-Proto and TLS_FORCE_HTTPS each bring it', async () => {
  expect(await overTls()).toBe(aYear)
  expect(await overHttp({}, 'https')).toBe(aYear)
  expect(await overHttp({}, 'HTTPS, http')).toBe(aYear)
  expect(await overHttp({ TLS_FORCE_HTTPS: 'true' })).toBe(aYear)
})

test.each([
  [{ SECURITY_HSTS_MAX_AGE: '60' }, 'max-age=60'],
  [{ SECURITY_HSTS_INCLUDE_SUBDOMAINS: 'true' }, `${aYear}; includeSubDomains`],
  [{ SECURITY_HSTS_PRELOAD: 'true' }, `${aYear}; preload`],
  [
    {
      SECURITY_HSTS_MAX_AGE: '60',
      SECURITY_HSTS_INCLUDE_SUBDOMAINS: 'true',
      SECURITY_HSTS_PRELOAD: 'true',
    },
    'max-age=60; includeSubDomains; preload',
  ],
])('5.11 (C240) %o', async (variables, value) => {
  expect(await overHttp(variables as Record<string, string>, 'https')).toBe(value)
})

test('5.11 (C241) SECURITY_HSTS_ENABLED=false removes it, over TLS too', async () => {
  expect(await overTls({ SECURITY_HSTS_ENABLED: 'false' })).toBeUndefined()
  expect(await overHttp({ SECURITY_HSTS_ENABLED: 'false', TLS_FORCE_HTTPS: 'true' }, 'https')).toBeUndefined()
})
