// The security headers of section 5.11: pure functions of the configuration and of the page that is served.

import { createHash } from 'node:crypto'

type Sources = Readonly<Record<'script' | 'style' | 'connect' | 'img' | 'frame' | 'font', readonly string[]>>

export interface SecurityHeadersOptions {
  enabled: boolean
  contentTypeOptions: boolean
  frameOptions: string
  referrerPolicy: string
  hsts: { enabled: boolean; maxAgeSeconds: number; includeSubdomains: boolean; preload: boolean }
  csp: { enabled: boolean; reportOnly: boolean; policy: string; reportUri: string; extraSources: Sources }
}

export interface PageFacts {
  /** Base64 SHA-256 of every inline script of the served page. */
  inlineScriptHashes: readonly string[]
  /** Domains of the CAPTCHA provider that is switched on. */
  captchaDomains: readonly string[]
}

/** Headers for a plain and for an HTTPS answer. */
export function securityHeaders(
  options: SecurityHeadersOptions,
  page: PageFacts,
): { plain: Record<string, string>; https: Record<string, string> } {
  if (!options.enabled) return { plain: {}, https: {} }
  const plain: Record<string, string> = {}
  if (options.contentTypeOptions) plain['x-content-type-options'] = 'nosniff'
  if (options.frameOptions !== '') plain['x-frame-options'] = options.frameOptions
  if (options.referrerPolicy !== '') plain['referrer-policy'] = options.referrerPolicy
  if (options.csp.enabled) {
    const name = options.csp.reportOnly ? 'content-security-policy-report-only' : 'content-security-policy'
    plain[name] = options.csp.policy === '' ? generatedPolicy(options.csp, page) : options.csp.policy
  }
  const https = options.hsts.enabled
    ? { ...plain, 'strict-transport-security': strictTransportSecurity(options.hsts) }
    : plain
  return { plain, https }
}

/** A chain of proxies writes a list, whose first entry tells what the browser spoke. */
export function isForwardedHttps(forwardedProto: string | string[] | undefined): boolean {
  const first = forwardedProto?.toString().split(',')[0] ?? ''
  return first.trim().toLowerCase() === 'https'
}

const scriptElement = /<script\b((?:"[^"]*"|'[^']*'|[^>"'])*)>([\s\S]*?)<\/script[\s/>]/gi
const quotedText = /"[^"]*"|'[^']*'/g

/** Base64 SHA-256 of every inline script, as a browser computes it: line ends are normalised while a page is read. */
export function inlineScriptHashes(page: string): string[] {
  const scripts = page.replaceAll(/\r\n?/g, '\n').matchAll(scriptElement)
  return [...scripts].flatMap(([, attributes = '', text = '']) =>
    /\ssrc\s*=/i.test(attributes.replaceAll(quotedText, ''))
      ? []
      : [createHash('sha256').update(text, 'utf8').digest('base64')],
  )
}

function strictTransportSecurity(hsts: SecurityHeadersOptions['hsts']): string {
  const parts = [`max-age=${hsts.maxAgeSeconds}`]
  if (hsts.includeSubdomains) parts.push('includeSubDomains')
  if (hsts.preload) parts.push('preload')
  return parts.join('; ')
}

function generatedPolicy(csp: SecurityHeadersOptions['csp'], page: PageFacts): string {
  const { extraSources: extra } = csp
  const hashes = page.inlineScriptHashes.map(hash => `'sha256-${hash}'`)
  const directives: [string, ...string[]][] = [
    ['default-src', "'self'"],
    ['base-uri', "'self'"],
    ['object-src', "'none'"],
    ['frame-ancestors', "'self'"],
    ['form-action', "'self'"],
    [
      'script-src',
      "'self'",
      'blob:',
      "'wasm-unsafe-eval'",
      ...hashes,
      ...page.captchaDomains,
      ...extra.script,
    ],
    ['style-src', "'self'", "'unsafe-inline'", ...extra.style],
    ['img-src', "'self'", 'data:', 'blob:', ...extra.img],
    ['font-src', "'self'", ...extra.font],
    ['connect-src', "'self'", ...extra.connect],
    ['frame-src', "'self'", ...page.captchaDomains, ...extra.frame],
    ['worker-src', "'self'", 'blob:'],
  ]
  if (csp.reportUri !== '') directives.push(['report-uri', csp.reportUri])
  return directives.map(directive => directive.join(' ')).join('; ')
}
