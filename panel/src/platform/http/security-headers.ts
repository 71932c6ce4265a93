// The security headers of section 5.11: a pure function of the configuration, computed once.

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
