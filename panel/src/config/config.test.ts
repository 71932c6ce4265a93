// The configuration: defaults as specified, environment before file, everything wrong told at once, secrets never told.

import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inspect } from 'node:util'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { describeReport, reportOnConfig } from './check-report.ts'
import { type Config, loadConfig, readConfig } from './config.ts'
import { findPlaces } from './places.ts'
import { variables } from './variables.ts'

const secret = 'k'.repeat(32)
const place = { workingDirectory: '/srv/rookery' }

function read(environment: Record<string, string>, fileText: string | null = null) {
  return readConfig({ environment: { AUTH_SECRET: secret, ...environment }, fileText, ...place })
}

function configOf(environment: Record<string, string>, fileText?: string): Config {
  const reading = read(environment, fileText)
  if ('problems' in reading) throw new Error(reading.problems.join('\n'))
  return reading.config
}

function warningsOf(environment: Record<string, string>, fileText?: string) {
  const reading = read(environment, fileText)
  if ('problems' in reading) throw new Error(reading.problems.join('\n'))
  return reading.warnings
}

function problemsOf(environment: Record<string, string>, fileText?: string): string[] {
  const reading = read(environment, fileText)
  return 'problems' in reading ? reading.problems : []
}

describe('defaults', () => {
  const config = configOf({})

  test('running it: the panel is closed to other machines until opened', () => {
    expect(config.http).toMatchObject({ bindIp: '127.0.0.1', port: 8025, tls: null, allowedOrigins: [] })
    expect(config.grpc).toEqual({ bindIp: '127.0.0.1', port: 31_718 })
    expect(config.database).toEqual({ driver: 'sqlite', file: '/srv/rookery/data/panel.sqlite' })
    expect(config.cache).toEqual({ driver: 'memory' })
    expect(config.firstAdministrator).toEqual({ login: 'admin', email: null, password: null })
  })

  test('C130 5.5 administrators need two-factor sign-in within 30 days, then get 15 minutes', () => {
    expect(config.auth.mfa).toEqual({
      requiredForAdmins: true,
      hardFailDays: 30,
      enrollmentTokenTtlSeconds: 900,
    })
  })

  test('5.3 5.4 5.6 5.7 tokens, permission cache and passwords', () => {
    expect(config.auth).toMatchObject({
      sessionTokenKind: 'paseto',
      shortLivedTokenTtlSeconds: 10,
      bcryptCost: 13,
      recoveryCodeWork: 4_096,
      allowWeakPasswords: false,
    })
    expect(config.access).toEqual({ memoryTtlSeconds: 30, sharedTtlSeconds: 86_400 })
  })

  test('5.8 6.4 8.3 8.4 CAPTCHA off, audit on, uploads and plugins narrow', () => {
    expect(config.captcha).toBeNull()
    expect(config.audit).toEqual({ enabled: true, clientIpHeader: null })
    expect(config.uploads).toEqual({ allowedTypes: [], transferLimitBytes: 20 * 1024 ** 3 })
    const off = { value: false, lockedBy: null }
    expect(config.settings).toEqual({
      upload_archives: off,
      upload_binaries: off,
      large_transfers: off,
      activity_people: off,
    })
    expect(config.plugins).toEqual({
      disabled: false,
      http: {
        blockPrivateIps: true,
        allowedSchemes: ['https'],
        allowedHosts: [],
        maxTimeoutSeconds: 30,
        maxRedirects: 5,
      },
    })
  })

  test('5.11 security headers', () => {
    expect(config.securityHeaders).toMatchObject({
      enabled: true,
      contentTypeOptions: true,
      frameOptions: 'SAMEORIGIN',
      referrerPolicy: 'strict-origin-when-cross-origin',
      hsts: { enabled: true, maxAgeSeconds: 31_536_000, includeSubdomains: false, preload: false },
      csp: { enabled: true, reportOnly: false, policy: '', reportUri: '' },
    })
  })

  test('every default is itself allowed, except the one secret that has none', () => {
    for (const [name, variable] of Object.entries(variables)) {
      expect([name, 'wrong' in variable.kind.read(variable.initial)]).toEqual([name, name === 'AUTH_SECRET'])
    }
  })
})

describe('sources', () => {
  test('running it: the process environment wins over the file, also with an empty value', () => {
    expect(configOf({ HTTP_PORT: '1' }, 'HTTP_PORT=2\nGRPC_PORT=3')).toMatchObject({
      http: { port: 1 },
      grpc: { port: 3 },
    })
    expect(configOf({ HTTP_PORT: '' }, 'HTTP_PORT=2').http.port).toBe(8025)
  })

  test('5.11 C342 an empty header value in the file removes the header, an absent one does not', () => {
    const { securityHeaders } = configOf({}, 'SECURITY_FRAME_OPTIONS=\nSECURITY_REFERRER_POLICY=""')
    expect(securityHeaders).toMatchObject({ frameOptions: '', referrerPolicy: '' })
  })

  test('running it: DATA_DIR and CONFIG_FILE say where things live', () => {
    expect(findPlaces({}, '/srv')).toEqual({ dataDir: '/srv/data', configFile: '/srv/data/config.env' })
    expect(findPlaces({ DATA_DIR: '/var/lib/r' }, '/srv').configFile).toBe('/var/lib/r/config.env')
    expect(findPlaces({ CONFIG_FILE: 'etc/r.env' }, '/srv').configFile).toBe('/srv/etc/r.env')
    expect(configOf({ DATA_DIR: '/d', TLS_CERT_FILE: 'tls/all.pem' }).http.tls).toEqual({
      certFile: '/d/tls/all.pem',
      keyFile: '/d/tls/all.pem',
    })
  })

  test('running it: DATA_DIR in the file is ignored with a warning', () => {
    expect(configOf({}, 'DATA_DIR=/elsewhere').dataDir).toBe('/srv/rookery/data')
    expect(warningsOf({}, '\nDATA_DIR=/elsewhere').map(w => w.message)).toContainEqual(
      expect.stringContaining('line 2: DATA_DIR is read from the process environment only'),
    )
  })

  test('a misspelt name in the file is reported, other programs in the environment are not', () => {
    const message = warningsOf({ PATH: '/bin' }, 'HTTP_PROT=1').map(w => w.message)
    expect(message).toContainEqual(
      expect.stringContaining('line 1: HTTP_PROT is not a variable of the panel'),
    )
    expect(message.join()).not.toContain('PATH')
  })

  test('C002 C003 C004 C005 names without effect change nothing and are not complained about', () => {
    const text = [
      'GRPC_ENABLED=false',
      'RATE_LIMIT_ANYTHING=1',
      'AUTH_SESSION_IDLE_TIMEOUT=1s',
      'AUTH_SESSION_IDLE_UPDATE_FREQ=nonsense',
    ].join('\n')
    expect(inspect(configOf({}, text), { depth: 9 })).toBe(inspect(configOf({}), { depth: 9 }))
    expect(warningsOf({}, text)).toEqual(warningsOf({}))
  })

  test('the configuration is frozen through and through', () => {
    const config = configOf({ HTTP_ALLOWED_ORIGINS: 'https://a.example' })
    expect(() => Object.assign(config.auth.mfa, { hardFailDays: 0 })).toThrow(TypeError)
    expect(() => (config.http.allowedOrigins as string[]).push('https://b.example')).toThrow(TypeError)
  })
})

describe('problems', () => {
  test.each(['abc', '9', '15', '12.5', '-13', '1e1', '0x0d'])(
    'C199 5.7 AUTH_BCRYPT_COST=%s stops the panel',
    cost => {
      expect(problemsOf({ AUTH_BCRYPT_COST: cost })).toEqual([
        expect.stringMatching(/^AUTH_BCRYPT_COST .*allowed: a whole number from 10 to 14$/),
      ])
    },
  )

  test.each(['10', '13', '14', ' 12 '])('C199 AUTH_BCRYPT_COST=%s is taken', cost => {
    expect(configOf({ AUTH_BCRYPT_COST: cost }).auth.bcryptCost).toBe(Number(cost))
  })

  test.each([
    ['missing', undefined],
    ['empty', ''],
    ['blank', '  '],
  ])('C212 5.9 AUTH_SECRET %s stops the panel and says how to make one', (_name, value) => {
    const environment = value === undefined ? {} : { AUTH_SECRET: value }
    expect(readConfig({ environment, fileText: null, ...place })).toEqual({
      problems: [expect.stringMatching(/^AUTH_SECRET is missing.*openssl rand -hex 16$/)],
    })
  })

  test.each([
    ['DATABASE_DRIVER', 'oracle'],
    ['CACHE_DRIVER', 'memcached'],
    ['AUTH_SERVICE', 'other'],
    ['CAPTCHA_PROVIDER', 'unknown'],
    ['LOGGER_LEVEL', 'loud'],
    ['HTTP_PORT', '65536'],
    ['HTTP_PORT', 'http'],
    ['HTTP_BIND_IP', 'localhost'],
    ['HTTP_HOST', 'https://panel.example'],
    ['HTTP_HOST', 'panel.example/path'],
    ['HTTP_ALLOWED_ORIGINS', 'panel.example'],
    ['HTTP_ALLOWED_ORIGINS', 'https://a.example,https://b.example/path'],
    ['AUTH_REQUIRE_MFA_FOR_ADMINS', 'maybe'],
    ['AUTH_MFA_ENROLLMENT_TOKEN_TTL', '15 minutes'],
    ['AUTH_MFA_HARD_FAIL_DAYS', '-1'],
    ['RBAC_CACHE_TTL', 'soon'],
    ['CAPTCHA_MIN_SCORE', '1.1'],
    ['SECURITY_CSP_EXTRA_SCRIPT_SRC', 'https://a.example; object-src *'],
    ['SECURITY_FRAME_OPTIONS', 'DENY\r\nSet-Cookie: a=b'],
    ['AUDIT_CLIENT_IP_HEADER', 'X Real IP'],
    ['FILES_UPLOAD_ALLOWED_MIMES', 'mp4'],
    ['FILES_LARGE_TRANSFER_MAX', '99MB'],
    ['FILES_LARGE_TRANSFER_MAX', '2 terabytes'],
    ['PLUGIN_HTTP_ALLOWED_SCHEMES', 'https,ftp'],
    ['PLUGIN_HTTP_ALLOWED_HOSTS', 'https://api.example'],
    ['PLUGIN_HTTP_MAX_TIMEOUT_SECONDS', '0'],
  ])('%s=%s is refused in one line that names it and what is allowed', (name, value) => {
    const problems = problemsOf({ [name]: value })
    expect(problems).toEqual([expect.stringMatching(new RegExp(`^${name} [^\\n]*; allowed: [^\\n]+$`))])
  })

  test('all problems are told at once, with the line of the file', () => {
    const problems = problemsOf(
      { GRPC_PORT: 'x' },
      'HTTP_PORT=y\nbroken\nTLS_KEY_FILE=k.pem\nDATABASE_DRIVER=mysql',
    )
    expect(problems).toEqual([
      '/srv/rookery/data/config.env line 2: not understood; write NAME=value, or # before a comment',
      expect.stringMatching(/^HTTP_PORT "y" is not a whole number \(.*config\.env line 1\); allowed: /),
      expect.stringMatching(/^GRPC_PORT "x" is not a whole number \(environment\); allowed: /),
      expect.stringMatching(/^TLS_CERT_FILE is missing while TLS_KEY_FILE is set/),
      expect.stringMatching(/^DATABASE_URL is missing; DATABASE_DRIVER=mysql needs/),
    ])
  })

  test('5.9 no secret is repeated in a problem, a warning or the configuration itself', () => {
    const hidden = 'hunter2-hunter2'
    const url = `nonsense://user:${hidden}@host/db`
    const problems = problemsOf({
      DATABASE_DRIVER: 'postgres',
      DATABASE_URL: url,
      CACHE_REDIS_ADDR: `redis://:${hidden}@host:1`,
      CAPTCHA_VERIFY_URL: `ftp://user:${hidden}@host`,
    })
    expect(problems).toHaveLength(3)
    expect(problems.join()).not.toContain(hidden)
    const reading = read({
      AUTH_SECRET: hidden,
      ENCRYPTION_KEY: hidden,
      ADMIN_PASSWORD: hidden,
      CACHE_DRIVER: 'redis',
      CACHE_REDIS_PASSWORD: hidden,
      CAPTCHA_PROVIDER: 'challenge',
      CAPTCHA_SECRET_KEY: hidden,
      DATABASE_DRIVER: 'postgres',
      DATABASE_URL: `postgres://user:${hidden}@host/db`,
    })
    expect(reading).toHaveProperty('config')
    expect(JSON.stringify(reading) + inspect(reading, { depth: 9 })).not.toContain(hidden)
  })
})

describe('values', () => {
  test.each([
    ['60s', 10],
    ['3s', 3],
    ['0', 10],
    ['x', 10],
    ['-5s', 10],
    ['', 10],
  ])('C120 A27 AUTH_SHORT_LIVED_TOKEN_TTL=%s gives %d s', (text, seconds) => {
    expect(configOf({ AUTH_SHORT_LIVED_TOKEN_TTL: text }).auth.shortLivedTokenTtlSeconds).toBe(seconds)
  })

  test.each([
    ['true', true],
    ['1', true],
    ['ON', true],
    ['Yes', true],
    ['false', false],
    ['0', false],
    ['off', false],
    ['no', false],
  ])('PLUGINS_DISABLED=%s', (text, value) => {
    expect(configOf({ PLUGINS_DISABLED: text }).plugins.disabled).toBe(value)
  })

  test('C021 C175 times', () => {
    const config = configOf({
      AUTH_MFA_ENROLLMENT_TOKEN_TTL: '1m',
      RBAC_CACHE_TTL: '1s',
      CACHE_TTL_RBAC: '2h',
    })
    expect(config.auth.mfa.enrollmentTokenTtlSeconds).toBe(60)
    expect(config.access).toEqual({ memoryTtlSeconds: 1, sharedTtlSeconds: 7200 })
  })

  test.each([
    ['104857600', 104_857_600],
    ['500mb', 500 * 1024 ** 2],
    ['2 GB', 2 * 1024 ** 3],
    ['1TB', 1024 ** 4],
  ])('a size may be written as %s', (written, bytes) => {
    expect(configOf({ FILES_LARGE_TRANSFER_MAX: written }).uploads.transferLimitBytes).toBe(bytes)
  })

  test('5.8 8.3 8.4 lists are split, trimmed and folded', () => {
    const config = configOf({
      FILES_UPLOAD_ALLOWED_MIMES: 'Video/MP4, audio/ogg,',
      PLUGIN_HTTP_ALLOWED_SCHEMES: 'http, https',
      PLUGIN_HTTP_ALLOWED_HOSTS: 'API.example, [2001:db8::1]',
      SECURITY_CSP_EXTRA_IMG_SRC: "https://i.example,'self'",
      AUDIT_CLIENT_IP_HEADER: 'X-Real-IP',
    })
    expect(config.uploads.allowedTypes).toEqual(['video/mp4', 'audio/ogg'])
    expect(config.plugins.http.allowedSchemes).toEqual(['http', 'https'])
    expect(config.plugins.http.allowedHosts).toEqual(['api.example', '2001:db8::1'])
    expect(config.securityHeaders.csp.extraSources.img).toEqual(['https://i.example', "'self'"])
    expect(config.audit.clientIpHeader).toBe('x-real-ip')
  })

  test('running it: databases and cache', () => {
    const postgres = configOf({ DATABASE_DRIVER: 'postgres', DATABASE_URL: 'postgresql://u:p@h/d' }).database
    expect(postgres.driver === 'postgres' && postgres.url.reveal()).toBe('postgresql://u:p@h/d')
    expect(configOf({ DATABASE_URL: 'other.sqlite' }).database).toEqual({
      driver: 'sqlite',
      file: '/srv/rookery/data/other.sqlite',
    })
    expect(configOf({ CACHE_DRIVER: 'redis', CACHE_REDIS_ADDR: 'cache', CACHE_REDIS_DB: '3' }).cache).toEqual(
      {
        driver: 'redis',
        host: 'cache',
        port: 6379,
        password: null,
        database: 3,
      },
    )
  })
})

describe('warnings', () => {
  const levels = (environment: Record<string, string>) =>
    warningsOf(environment).map(({ level, message }) => `${level} ${message}`)

  test('a sound configuration gives none', () => {
    expect(warningsOf({ ENCRYPTION_KEY: 'x' })).toEqual([])
  })

  test('C213 5.9.1 a secret of another length than 32 bytes', () => {
    expect(levels({ AUTH_SECRET: 'short', ENCRYPTION_KEY: 'x' })).toEqual([
      expect.stringMatching(/^warn AUTH_SECRET is 5 bytes long and was padded to 32/),
    ])
    expect(levels({ AUTH_SECRET: 'l'.repeat(64), ENCRYPTION_KEY: 'x' })).toEqual([
      expect.stringMatching(/^warn AUTH_SECRET is 64 bytes long and was cut to 32/),
    ])
  })

  test('C215 5.9.3 no ENCRYPTION_KEY', () => {
    expect(levels({})).toEqual([expect.stringMatching(/^warn ENCRYPTION_KEY is not set.*plain text/)])
  })

  test('C232 A25 the origin * is ignored with an error, the others stay', () => {
    const environment = { ENCRYPTION_KEY: 'x', HTTP_ALLOWED_ORIGINS: '*, https://a.example/' }
    expect(configOf(environment).http.allowedOrigins).toEqual(['https://a.example'])
    expect(levels(environment)).toEqual([
      expect.stringMatching(/^error HTTP_ALLOWED_ORIGINS: \* is not supp/),
    ])
  })

  test('A47 an instance that others reach, without the shared cache', () => {
    const environment = { ENCRYPTION_KEY: 'x', INSTANCE_ADDRESS: '10.0.0.11' }
    expect(levels(environment)).toEqual([
      expect.stringMatching(/^warn INSTANCE_ADDRESS is set while CACHE_DRIVER=memory.*CACHE_DRIVER=redis/),
    ])
    expect(levels({ ...environment, CACHE_DRIVER: 'redis' })).toEqual([])
  })

  test.each([
    [{ HTTP_BIND_IP: '0.0.0.0' }, /HTTP_BIND_IP=0\.0\.0\.0 opens the panel without TLS/],
    [{ CAPTCHA_PROVIDER: 'captcha_v2', CAPTCHA_SITE_KEY: 'k' }, /CAPTCHA_SECRET_KEY is not set/],
    [{ CAPTCHA_PROVIDER: 'captcha_v2', CAPTCHA_SECRET_KEY: 'k' }, /CAPTCHA_SITE_KEY is not set/],
    [{ FILES_UPLOAD_ALLOWED_MIMES: 'image/svg+xml' }, /image\/svg\+xml is never accepted/],
  ])('%o', (environment, message) => {
    expect(levels({ ENCRYPTION_KEY: 'x', ...environment })).toEqual([expect.stringMatching(message)])
  })

  test.each<Record<string, string>>([
    { HTTP_BIND_IP: '0.0.0.0', TLS_CERT_FILE: 'all.pem' },
    { HTTP_BIND_IP: '::', TLS_FORCE_HTTPS: 'true' },
    { HTTP_BIND_IP: '::1' },
  ])('no warning for %o', environment => {
    expect(levels({ ENCRYPTION_KEY: 'x', ...environment })).toEqual([])
  })
})

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rookery-config-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('C001 T-112 config.env in DATA_DIR is read, with byte order mark and CRLF', () => {
  writeFileSync(join(folder, 'config.env'), '\uFEFFexport AUTH_SECRET="s"\r\nHTTP_PORT=9999\r\n')
  const reading = loadConfig({ DATA_DIR: folder }, '/')
  expect(reading).toMatchObject({ config: { http: { port: 9999 }, dataDir: folder } })
})

test('T-112 a missing file is no problem of its own', () => {
  expect(loadConfig({ DATA_DIR: folder, AUTH_SECRET: 's' }, '/')).toHaveProperty('config')
  expect(loadConfig({ DATA_DIR: folder }, '/')).toEqual({
    problems: [expect.stringContaining('AUTH_SECRET is missing')],
  })
})

test('a file that cannot be read is told in one line', () => {
  const configFile = join(folder, 'config.env')
  mkdirSync(configFile)
  chmodSync(configFile, 0o700)
  expect(loadConfig({ DATA_DIR: folder, AUTH_SECRET: 's' }, '/')).toEqual({
    problems: [expect.stringContaining(`${configFile} cannot be read (EISDIR)`)],
  })
})

test('running it: the check report holds facts and words, never a secret', () => {
  const environment = {
    DATA_DIR: folder,
    AUTH_SECRET: 'hunter2',
    DATABASE_DRIVER: 'mysql',
    DATABASE_URL: 'mysql://u:hunter2@db.example/x',
  }
  const report = reportOnConfig(loadConfig(environment, '/'))
  expect(report.facts?.database).toEqual({ driver: 'mysql', host: 'db.example', port: 3306 })
  expect(JSON.stringify(report) + describeReport(report).join()).not.toContain('hunter2')
  expect(describeReport(report).at(-1)).toBe(`${join(folder, 'config.env')}: no problems`)
})

test('running it: the check report of a wrong configuration lists what is wrong', () => {
  const report = reportOnConfig(loadConfig({ DATA_DIR: folder, HTTP_PORT: 'x' }, '/'))
  expect(report.facts).toBeNull()
  expect(describeReport(report)).toEqual([
    expect.stringMatching(/^problem: HTTP_PORT "x"/),
    expect.stringMatching(/^problem: AUTH_SECRET is missing/),
    '2 problems; the panel does not start',
  ])
})

describe('TLS_ACME', () => {
  const acme = { TLS_ACME: 'true', HTTP_HOST: 'Panel.Example.org:8443', HTTP_BIND_IP: '0.0.0.0' }

  test("its certificate is a file in DATA_DIR, of Let's Encrypt unless another directory is named", () => {
    const { http } = configOf(acme)
    expect(http.acme).toMatchObject({
      domain: 'panel.example.org',
      directory: 'https://acme-v02.api.letsencrypt.org/directory',
      email: null,
      httpPort: 80,
    })
    const certFile = '/srv/rookery/data/acme/certificate.pem'
    expect(http.tls).toEqual({ certFile, keyFile: certFile })
    expect(configOf({}).http.acme).toBeNull()
    expect(warningsOf({ ...acme, ENCRYPTION_KEY: secret })).toEqual([])
  })

  test.each([
    ['own files', { TLS_CERT_FILE: '/c.pem' }, 'TLS_CERT_FILE or TLS_KEY_FILE is set'],
    ['several panels', { CACHE_DRIVER: 'redis' }, 'let the proxy before them get the certificate'],
    ['an address', { HTTP_HOST: '203.0.113.5' }, 'HTTP_HOST is 203.0.113.5'],
    ['an address of version 6', { HTTP_HOST: '[2001:db8::1]' }, 'HTTP_HOST is 2001:db8::1'],
    ['localhost', { HTTP_HOST: 'localhost' }, 'HTTP_HOST is localhost'],
    ['a name of one network', { HTTP_HOST: 'panel' }, 'public names'],
    ['one port for both', { HTTP_PORT: '80' }, 'TLS_ACME_HTTP_PORT and HTTP_PORT are both 80'],
    ['a directory without TLS', { TLS_ACME_DIRECTORY: 'http://acme.example' }, 'begins with https://'],
    ['no e-mail address', { TLS_ACME_EMAIL: 'a b@example.org' }, 'one e-mail address'],
  ])('%s is refused', (_what, variables, text) => {
    const problems = problemsOf({ ...acme, ...variables })
    expect(problems).toEqual([expect.stringContaining(text)])
    expect(problemsOf({ ...acme, ...variables, TLS_ACME: 'false' }).join()).not.toContain('TLS_ACME=true')
  })

  test('a panel that only this machine reaches is warned of', () => {
    expect(warningsOf({ ...acme, HTTP_BIND_IP: '127.0.0.1', ENCRYPTION_KEY: secret })).toEqual([
      { level: 'warn', message: expect.stringContaining('set HTTP_BIND_IP=0.0.0.0') },
    ])
  })
})

describe('Prometheus', () => {
  const enabled = { PROMETHEUS_ENABLED: 'true' }
  const token = 't'.repeat(16)

  test('is off by default, whatever else is set', () => {
    expect(configOf({}).prometheus).toBeNull()
    expect(configOf({ PROMETHEUS_TOKEN: token, PROMETHEUS_ALLOW: '::1' }).prometheus).toBeNull()
  })

  test('takes a token, a list of addresses and networks, or both, and does not print the token', () => {
    const { prometheus } = configOf({
      ...enabled,
      PROMETHEUS_TOKEN: token,
      PROMETHEUS_ALLOW: '10.0.0.0/8, 2001:DB8::1,127.0.0.1',
    })
    expect(prometheus?.token?.reveal()).toBe(token)
    expect(inspect(prometheus, { depth: null }) + JSON.stringify(prometheus)).not.toContain(token)
    expect(prometheus?.allowedAddresses).toEqual(['10.0.0.0/8', '2001:db8::1', '127.0.0.1'])
    expect(configOf({ ...enabled, PROMETHEUS_ALLOW: '::1' }).prometheus?.token).toBeNull()
  })

  test.each([
    ['neither', {}, 'neither PROMETHEUS_TOKEN nor PROMETHEUS_ALLOW is set'],
    ['an empty list', { PROMETHEUS_ALLOW: ' , ' }, 'neither PROMETHEUS_TOKEN nor PROMETHEUS_ALLOW is set'],
    ['a short token', { PROMETHEUS_TOKEN: 't'.repeat(15) }, 'PROMETHEUS_TOKEN is shorter than 16 characters'],
    ['a token with a space', { PROMETHEUS_TOKEN: `${token} ${token}` }, 'PROMETHEUS_TOKEN has a space'],
    ['no address', { PROMETHEUS_ALLOW: 'prometheus.internal' }, 'neither an address nor a network'],
    ['no network', { PROMETHEUS_ALLOW: '10.0.0.0/33' }, 'neither an address nor a network'],
  ])('does not start with %s', (_name, variables, problem) => {
    const problems = problemsOf({ ...enabled, ...variables })
    expect(problems).toHaveLength(1)
    expect(problems[0]).toContain(problem)
    expect(problems[0]).not.toContain(token)
  })

  test('warns where a list alone stands behind a proxy whose clients it cannot see', () => {
    const listed = { ...enabled, PROMETHEUS_ALLOW: '127.0.0.1', TLS_FORCE_HTTPS: 'true' }
    const warns = (variables: Record<string, string>) =>
      warningsOf(variables).some(({ message }) =>
        message.includes('PROMETHEUS_ALLOW without PROMETHEUS_TOKEN'),
      )
    expect(warns(listed)).toBe(true)
    expect(warns({ ...listed, PROMETHEUS_TOKEN: token })).toBe(false)
    expect(warns({ ...listed, AUDIT_CLIENT_IP_HEADER: 'X-Real-IP' })).toBe(false)
    expect(warns({ ...listed, TLS_FORCE_HTTPS: 'false' })).toBe(false)
  })
})
