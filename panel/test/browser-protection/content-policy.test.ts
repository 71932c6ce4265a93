import { createHash } from 'node:crypto'
import { afterAll, describe, expect, test } from 'vitest'
import { panelsOfTest } from '../sign-in/people.ts'
import { rawRequest } from './raw-request.ts'
import { inlineScripts, writeServedPage } from './served-page.ts'

const start = panelsOfTest()
const web = writeServedPage()
afterAll(web.remove)

const enforced = 'content-security-policy'
const reported = 'content-security-policy-report-only'
const hashes = inlineScripts.map(
  script => `'sha256-${createHash('sha256').update(script, 'utf8').digest('base64')}'`,
)
const generated = {
  'default-src': ["'self'"],
  'base-uri': ["'self'"],
  'object-src': ["'none'"],
  'frame-ancestors': ["'self'"],
  'form-action': ["'self'"],
  'script-src': ["'self'", 'blob:', "'wasm-unsafe-eval'", ...hashes],
  'style-src': ["'self'", "'unsafe-inline'"],
  'img-src': ["'self'", 'data:', 'blob:'],
  'font-src': ["'self'"],
  'connect-src': ["'self'"],
  'frame-src': ["'self'"],
  'worker-src': ["'self'", 'blob:'],
}

async function headersWith(variables: Record<string, string> = {}) {
  const panel = await start({ variables, webFolder: web.folder })
  return (await rawRequest(panel, { path: '/' })).headers
}

/** Directive → sources; a directive that came twice would hide the first one, so it is refused. */
function directivesOf(policy: unknown): Record<string, string[]> {
  const entries = String(policy)
    .split('; ')
    .map(directive => directive.split(' '))
    .map(([name = '', ...sources]) => [name, sources] as const)
  expect(new Set(entries.map(([name]) => name)).size).toBe(entries.length)
  return Object.fromEntries(entries)
}

describe('5.11.2 the generated policy', () => {
  test('5.11.2 (C242, C243) exactly twelve directives, with the hash of every inline script of the page', async () => {
    const headers = await headersWith()
    const directives = directivesOf(headers[enforced])
    expect(directives).toEqual(generated)
    expect(Object.keys(directives)).toHaveLength(12)
    for (const loose of ["'unsafe-inline'", "'unsafe-eval'", '*', 'https:', 'data:']) {
      expect(directives['script-src']).not.toContain(loose)
    }
  })

  test('5.11.2 (C243) without a page there is no hash, and the description of the API needs none', async () => {
    const panel = await start()
    const { headers, text } = await rawRequest(panel, { path: '/api/docs' })
    expect(directivesOf(headers[enforced])['script-src']).toEqual(["'self'", 'blob:', "'wasm-unsafe-eval'"])
    expect(text).toContain('<table>')
    // Its script is a file of the panel.
    const page = text.replace('<script src="/api/docs.js" defer></script>', '')
    expect(page).not.toBe(text)
    expect(page).not.toMatch(/<script|<[^>]*\son\w+=|javascript:/i)
  })

  test('5.11 (C246) SECURITY_CSP_REPORT_URI is appended', async () => {
    const headers = await headersWith({ SECURITY_CSP_REPORT_URI: '/r' })
    expect(headers[enforced]).toMatch(/; report-uri \/r$/)
    expect(directivesOf(headers[enforced])).toEqual({ ...generated, 'report-uri': ['/r'] })
  })

  test.each(['script', 'style', 'connect', 'img', 'frame', 'font'] as const)(
    '5.11 (C247) additions to %s-src stay in that directive',
    async kind => {
      const variable = `SECURITY_CSP_EXTRA_${kind.toUpperCase()}_SRC`
      const headers = await headersWith({ [variable]: ' https://a.example , wss://b.example:8443 ' })
      const name = `${kind}-src` as const
      expect(directivesOf(headers[enforced])).toEqual({
        ...generated,
        [name]: [...generated[name], 'https://a.example', 'wss://b.example:8443'],
      })
    },
  )
})

describe('5.11 other policies', () => {
  test('5.11 (C244) SECURITY_CSP_REPORT_ONLY=true reports and enforces nothing', async () => {
    const headers = await headersWith({ SECURITY_CSP_REPORT_ONLY: 'true' })
    expect(headers).not.toHaveProperty(enforced)
    expect(directivesOf(headers[reported])).toEqual(generated)
  })

  test('5.11 A45 (C245) SECURITY_CSP_POLICY is sent as it is, nothing appended', async () => {
    const headers = await headersWith({
      SECURITY_CSP_POLICY: "default-src 'none'",
      SECURITY_CSP_REPORT_URI: '/r',
      SECURITY_CSP_EXTRA_IMG_SRC: 'https://a.example',
    })
    expect(headers[enforced]).toBe("default-src 'none'")
  })

  test('5.11 (C248) SECURITY_CSP_ENABLED=false sends neither kind', async () => {
    const headers = await headersWith({ SECURITY_CSP_ENABLED: 'false', SECURITY_CSP_REPORT_ONLY: 'true' })
    expect(headers).not.toHaveProperty(enforced)
    expect(headers).not.toHaveProperty(reported)
    expect(headers).toHaveProperty('x-content-type-options')
  })
})
