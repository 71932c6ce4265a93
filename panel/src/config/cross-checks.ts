// Rules about several variables together: what cannot work, and what works but deserves a warning.

import { isIP } from 'node:net'
import { nameKind } from '@rookery/primitives/internet-address.ts'
import type { ConfigWarning } from './config.ts'
import { fittingWarning } from './logic/fitted-key.ts'
import { anyOrigin } from './network-kinds.ts'
import type { Values } from './variables.ts'

const databaseSchemes = { postgres: ['postgres:', 'postgresql:'], mysql: ['mysql:', 'mariadb:'] }
const neverUploaded = ['image/svg+xml', 'text/html', 'application/xhtml+xml']

/** Values that were wrong on their own are absent; rules about them are skipped. */
export function findConflicts(values: Partial<Values>): string[] {
  const problems: string[] = []
  if (values.TLS_KEY_FILE && values.TLS_CERT_FILE === '') {
    problems.push('TLS_CERT_FILE is missing while TLS_KEY_FILE is set; allowed: both, or TLS_CERT_FILE alone')
  }
  problems.push(...findAcmeProblems(values))
  const databaseProblem = findDatabaseProblem(values)
  if (databaseProblem) problems.push(databaseProblem)
  problems.push(...findPrometheusProblems(values))
  if (values.ADMIN_LOGIN === '') problems.push('ADMIN_LOGIN is empty; allowed: one line of text')
  return problems
}

function findAcmeProblems(values: Partial<Values>): string[] {
  if (!values.TLS_ACME) return []
  const problems: string[] = []
  if (values.TLS_CERT_FILE || values.TLS_KEY_FILE) {
    problems.push(
      'TLS_ACME=true while TLS_CERT_FILE or TLS_KEY_FILE is set; allowed: one of both ways to a certificate',
    )
  }
  if (values.CACHE_DRIVER === 'redis') {
    problems.push(
      'TLS_ACME=true does not work with CACHE_DRIVER=redis: of several panels, another one than the one that ordered may be asked for the proof; ' +
        'let the proxy before them get the certificate, and set TLS_FORCE_HTTPS=true instead',
    )
  }
  const host = values.HTTP_HOST?.host
  if (host !== undefined && (isIP(host) !== 0 || nameKind(host) !== 'public')) {
    problems.push(
      `TLS_ACME=true while HTTP_HOST is ${host}: certificates are made out to public names such as panel.example.org; ` +
        'set HTTP_HOST to the name that leads to this machine, or TLS_ACME=false',
    )
  }
  if (values.HTTP_PORT !== undefined && values.HTTP_PORT === values.TLS_ACME_HTTP_PORT) {
    problems.push(
      `TLS_ACME_HTTP_PORT and HTTP_PORT are both ${values.HTTP_PORT}; allowed: two ports, usually 80 and 443`,
    )
  }
  return problems
}

const leastTokenLength = 16

/** Names and loads of all servers are nobody's business by default: who may read them has to be said. */
function findPrometheusProblems(values: Partial<Values>): string[] {
  const { PROMETHEUS_ENABLED, PROMETHEUS_TOKEN: token, PROMETHEUS_ALLOW: addresses } = values
  if (!PROMETHEUS_ENABLED || token === undefined || addresses === undefined) return []
  if (token && token.reveal().length < leastTokenLength) {
    return [
      `PROMETHEUS_TOKEN is shorter than ${leastTokenLength} characters; make one with: openssl rand -hex 16`,
    ]
  }
  if (token && !/^[\x21-\x7e]+$/.test(token.reveal())) {
    return [
      'PROMETHEUS_TOKEN has a space or a character that a header cannot carry; allowed: printable ASCII',
    ]
  }
  if (token || addresses.length > 0) return []
  return [
    'PROMETHEUS_ENABLED=true while neither PROMETHEUS_TOKEN nor PROMETHEUS_ALLOW is set: anybody could read /metrics; ' +
      'set a token (openssl rand -hex 16), or the addresses that may scrape, such as PROMETHEUS_ALLOW=127.0.0.1',
  ]
}

function findDatabaseProblem({ DATABASE_DRIVER: driver, DATABASE_URL: url }: Partial<Values>): string | null {
  if (!driver || driver === 'sqlite' || url === undefined) return null
  const schemes = databaseSchemes[driver]
  const example = `${schemes[0]}//user:password@host/database`
  if (!url) return `DATABASE_URL is missing; DATABASE_DRIVER=${driver} needs an address such as ${example}`
  const protocol = URL.parse(url.reveal())?.protocol
  if (protocol && schemes.includes(protocol)) return null
  return `DATABASE_URL does not fit DATABASE_DRIVER=${driver}; allowed: an address such as ${example}`
}

export function findWarnings(values: Values): ConfigWarning[] {
  const warnings = [
    ...secretWarnings(values),
    ...opennessWarnings(values),
    ...instanceWarnings(values),
    ...captchaWarnings(values),
    ...prometheusWarnings(values),
  ]
  for (const type of values.FILES_UPLOAD_ALLOWED_MIMES.filter(entry => neverUploaded.includes(entry))) {
    warnings.push(warn(`FILES_UPLOAD_ALLOWED_MIMES: ${type} is never accepted; the entry has no effect`))
  }
  return warnings
}

function secretWarnings({ AUTH_SECRET, ENCRYPTION_KEY }: Values): ConfigWarning[] {
  const fitting = fittingWarning(AUTH_SECRET.reveal())
  const warnings = fitting ? [warn(fitting)] : []
  if (!ENCRYPTION_KEY) {
    warnings.push(
      warn(
        'ENCRYPTION_KEY is not set: connection passwords of nodes, RCON passwords and secret variables are stored in plain text in the database',
      ),
    )
  }
  return warnings
}

function opennessWarnings(values: Values): ConfigWarning[] {
  const warnings: ConfigWarning[] = []
  if (values.HTTP_ALLOWED_ORIGINS.includes(anyOrigin)) {
    warnings.push({
      level: 'error',
      message: 'HTTP_ALLOWED_ORIGINS: * is not supported and was ignored; name each origin with its scheme',
    })
  }
  const speaksTls = values.TLS_CERT_FILE !== '' || values.TLS_ACME || values.TLS_FORCE_HTTPS
  if (!isLoopback(values.HTTP_BIND_IP) && !speaksTls) {
    warnings.push(
      warn(
        `HTTP_BIND_IP=${values.HTTP_BIND_IP} opens the panel without TLS: passwords travel readable; ` +
          'set TLS_CERT_FILE or TLS_ACME=true, or TLS_FORCE_HTTPS=true behind a proxy that speaks TLS',
      ),
    )
  }
  if (values.TLS_ACME && isLoopback(values.HTTP_BIND_IP)) {
    warnings.push(
      warn(
        `TLS_ACME=true while HTTP_BIND_IP=${values.HTTP_BIND_IP}: the certificate authority reaches the panel only if something leads port 80 to it; ` +
          'set HTTP_BIND_IP=0.0.0.0',
      ),
    )
  }
  return warnings
}

/** Only who runs several instances sets where the others reach this one. */
function instanceWarnings({ INSTANCE_ADDRESS, CACHE_DRIVER }: Values): ConfigWarning[] {
  if (!INSTANCE_ADDRESS || CACHE_DRIVER !== 'memory') return []
  return [
    warn(
      'INSTANCE_ADDRESS is set while CACHE_DRIVER=memory: short-lived tokens, sign-ins with a code and login limits ' +
        'work on one instance only; set CACHE_DRIVER=redis on all of them',
    ),
  ]
}

function captchaWarnings(values: Values): ConfigWarning[] {
  if (values.CAPTCHA_PROVIDER === '') return []
  const warnings: ConfigWarning[] = []
  if (values.CAPTCHA_SITE_KEY === '') {
    warnings.push(warn('CAPTCHA_SITE_KEY is not set: the CAPTCHA cannot appear on the sign-in page'))
  }
  if (!values.CAPTCHA_SECRET_KEY) {
    warnings.push(warn('CAPTCHA_SECRET_KEY is not set: the CAPTCHA is shown but answers are not verified'))
  }
  return warnings
}

/** Behind a proxy every request comes from the proxy. */
function prometheusWarnings(values: Values): ConfigWarning[] {
  const { PROMETHEUS_ENABLED, PROMETHEUS_TOKEN, PROMETHEUS_ALLOW, TLS_FORCE_HTTPS } = values
  const asksForAddressAlone = PROMETHEUS_ENABLED && !PROMETHEUS_TOKEN && PROMETHEUS_ALLOW.length > 0
  if (!asksForAddressAlone || !TLS_FORCE_HTTPS || values.AUDIT_CLIENT_IP_HEADER !== '') return []
  return [
    warn(
      'PROMETHEUS_ALLOW without PROMETHEUS_TOKEN behind a proxy: whoever comes through the proxy has its address; ' +
        'set PROMETHEUS_TOKEN, or AUDIT_CLIENT_IP_HEADER to the header in which the proxy names the client',
    ),
  ]
}

export function isLoopback(ip: string): boolean {
  return ip.startsWith('127.') || ip === '::1'
}

function warn(message: string): ConfigWarning {
  return { level: 'warn', message }
}
