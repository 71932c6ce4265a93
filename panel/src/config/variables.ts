// The table of every variable the panel knows: kind, default, meaning, and whether it is a secret.

import {
  acmeDirectory,
  contentType,
  emailAddress,
  exactHost,
  headerName,
  networkAddress,
  optionalAddress,
  origin,
  policySource,
  publicHost,
  serviceAddress,
  webAddress,
} from './network-kinds.ts'
import {
  byteSize,
  cappedDuration,
  commaList,
  decimalNumber,
  duration,
  headerValue,
  ipAddress,
  line,
  oneOf,
  policyPart,
  requiredSecret,
  secretText,
  trueOrFalse,
  wholeNumber,
} from './value-kinds.ts'
import { inGroup, type Variable, type VariableWithoutEffect } from './variable.ts'

const places = inGroup('places')
const http = inGroup('http')
const grpc = inGroup('grpc')
const tls = inGroup('tls')
const database = inGroup('database')
const cache = inGroup('cache')
const secrets = inGroup('secrets')
const signIn = inGroup('signIn')
const captcha = inGroup('captcha')
const headers = inGroup('headers')
const audit = inGroup('audit')
const activity = inGroup('activity')
const servers = inGroup('servers')
const uploads = inGroup('uploads')
const plugins = inGroup('plugins')
const webhooks = inGroup('webhooks')
const prometheus = inGroup('prometheus')
const firstAdministrator = inGroup('firstAdministrator')

const yearSeconds = 31_536_000
/** What the panel tells of itself, each of its routes included, takes less than half of that. */
const leastSeries = 10_000
const mebibyte = 1024 ** 2
const tebibyte = 1024 ** 4
const port = wholeNumber(0, 65_535)
const fromEnvironment = { onlyFromEnvironment: true }
const secret = { isSecret: true }
const emptyRemovesIt = { emptyCounts: true }
const makeOne = 'make one with: openssl rand -hex 16'

export const variables = {
  DATA_DIR: places(line, './data', 'Folder of everything Rookery keeps.', fromEnvironment),
  CONFIG_FILE: places(
    line,
    '',
    'This configuration file; empty means config.env in DATA_DIR.',
    fromEnvironment,
  ),

  HTTP_HOST: http(publicHost, 'localhost', 'Name that browsers use to reach the panel.'),
  HTTP_BIND_IP: http(ipAddress, '127.0.0.1', 'Address to listen on; 0.0.0.0 opens the panel to others.'),
  HTTP_PORT: http(port, '8025', 'Port of the web interface and the API; 0 takes any free port.'),
  HTTP_ALLOWED_ORIGINS: http(
    commaList(origin),
    '',
    'Other web pages that may call the API from a browser; empty allows only the origin of HTTP_HOST.',
  ),

  GRPC_BIND_IP: grpc(ipAddress, '127.0.0.1', 'Address to listen on for daemons; 0.0.0.0 lets others join.'),
  GRPC_PORT: grpc(port, '31718', 'Port for daemons; 0 takes any free port.'),

  INSTANCE_ADDRESS: grpc(
    optionalAddress,
    '',
    'Where other panels of the same installation reach this one, with GRPC_PORT when no port is given; empty means GRPC_BIND_IP, or the name of this machine.',
  ),

  TLS_CERT_FILE: tls(line, '', 'Certificate chain as PEM; relative paths start in DATA_DIR.'),
  TLS_KEY_FILE: tls(line, '', 'Private key as PEM; empty means that it is in TLS_CERT_FILE too.'),
  TLS_ACME: tls(
    trueOrFalse,
    'false',
    "Get and renew a certificate for HTTP_HOST by ACME, proven over port 80; true agrees to the terms of the directory, those of Let's Encrypt are at https://letsencrypt.org/repository/.",
  ),
  TLS_ACME_EMAIL: tls(emailAddress, '', 'Email address for the certificate authority; optional.'),
  TLS_ACME_DIRECTORY: tls(
    acmeDirectory,
    'https://acme-v02.api.letsencrypt.org/directory',
    'Directory of the certificate authority; NODE_EXTRA_CA_CERTS of the process trusts a private one.',
  ),
  TLS_ACME_HTTP_PORT: tls(
    wholeNumber(1, 65_535),
    '80',
    'Port for the proof and for sending browsers to HTTPS; the authority always asks port 80, so another one needs port 80 to lead to it.',
  ),
  TLS_FORCE_HTTPS: tls(trueOrFalse, 'false', 'Treat every request as HTTPS: a proxy in front speaks TLS.'),

  DATABASE_DRIVER: database(oneOf('sqlite', 'postgres', 'mysql'), 'sqlite', 'Kind of database.'),
  DATABASE_URL: database(
    secretText,
    '',
    'Address with user and password for postgres and mysql; for sqlite a file, empty means panel.sqlite in DATA_DIR.',
    secret,
  ),

  CACHE_DRIVER: cache(
    oneOf('memory', 'redis'),
    'memory',
    'Where counters, short-lived tokens and cached permissions live; several panels need redis.',
  ),
  CACHE_REDIS_ADDR: cache(serviceAddress, '127.0.0.1:6379', 'Address of Redis.'),
  CACHE_REDIS_PASSWORD: cache(secretText, '', 'Password of Redis.', secret),
  CACHE_REDIS_DB: cache(wholeNumber(0, 65_535), '0', 'Number of the Redis database.'),
  RBAC_CACHE_TTL: cache(
    duration(0, yearSeconds),
    '30s',
    'How long permissions read from the database are cached with the memory cache.',
  ),
  CACHE_TTL_RBAC: cache(
    duration(0, yearSeconds),
    '24h',
    'How long permissions read from the database are cached with the redis cache.',
  ),

  AUTH_SECRET: secrets(
    requiredSecret(makeOne),
    '',
    'Key of the session tokens, 32 characters; the panel does not start without it.',
    secret,
  ),
  ENCRYPTION_KEY: secrets(
    secretText,
    '',
    'Encrypts secrets in the database (two-factor secrets, connection passwords of nodes, RCON passwords, secret variables); changing it makes them unreadable.',
    secret,
  ),

  AUTH_SERVICE: signIn(oneOf('paseto', 'jwt'), 'paseto', 'Kind of session token.'),
  AUTH_SHORT_LIVED_TOKEN_TTL: signIn(cappedDuration(10), '10s', 'Life of a short-lived token, at most 10s.'),
  AUTH_REQUIRE_MFA_FOR_ADMINS: signIn(
    trueOrFalse,
    'true',
    'Require two-factor authentication for administrators.',
  ),
  AUTH_MFA_HARD_FAIL_DAYS: signIn(
    wholeNumber(0, 36_500),
    '30',
    'Days an administrator has to enroll; 0 reminds but never blocks.',
  ),
  AUTH_MFA_ENROLLMENT_TOKEN_TTL: signIn(
    duration(1, 86_400),
    '15m',
    'Life of the restricted session after that deadline.',
  ),
  AUTH_ALLOW_WEAK_PASSWORDS: signIn(trueOrFalse, 'false', 'Skip the check against known leaked passwords.'),
  AUTH_BCRYPT_COST: signIn(wholeNumber(10, 14), '13', 'Work spent on each password hash.'),

  CAPTCHA_PROVIDER: captcha(
    oneOf('', 'captcha_v2', 'captcha_v3', 'challenge'),
    '',
    'CAPTCHA on the sign-in page; empty means none.',
  ),
  CAPTCHA_SITE_KEY: captcha(line, '', 'Public key, sent to the browser.'),
  CAPTCHA_SECRET_KEY: captcha(secretText, '', 'Secret key; without it answers are not verified.', secret),
  CAPTCHA_MIN_SCORE: captcha(decimalNumber(0, 1), '0.5', 'Lowest accepted score, for captcha_v3 only.'),
  CAPTCHA_FAIL_OPEN: captcha(trueOrFalse, 'false', 'Let people in while the verification does not answer.'),
  CAPTCHA_VERIFY_URL: captcha(webAddress, '', "Own verification address instead of the provider's."),

  SECURITY_HEADERS_ENABLED: headers(trueOrFalse, 'true', 'Master switch of all headers below.'),
  SECURITY_CONTENT_TYPE_OPTIONS: headers(trueOrFalse, 'true', 'Send X-Content-Type-Options: nosniff.'),
  SECURITY_FRAME_OPTIONS: headers(
    headerValue,
    'SAMEORIGIN',
    'X-Frame-Options; empty removes the header.',
    emptyRemovesIt,
  ),
  SECURITY_REFERRER_POLICY: headers(
    headerValue,
    'strict-origin-when-cross-origin',
    'Referrer-Policy; empty removes the header.',
    emptyRemovesIt,
  ),
  SECURITY_HSTS_ENABLED: headers(trueOrFalse, 'true', 'Send Strict-Transport-Security over HTTPS.'),
  SECURITY_HSTS_MAX_AGE: headers(
    wholeNumber(0, 10 * yearSeconds),
    `${yearSeconds}`,
    'Its max-age in seconds.',
  ),
  SECURITY_HSTS_INCLUDE_SUBDOMAINS: headers(trueOrFalse, 'false', 'Add includeSubDomains to it.'),
  SECURITY_HSTS_PRELOAD: headers(trueOrFalse, 'false', 'Add preload to it.'),
  SECURITY_CSP_ENABLED: headers(trueOrFalse, 'true', 'Send a content security policy.'),
  SECURITY_CSP_REPORT_ONLY: headers(
    trueOrFalse,
    'false',
    'Report violations of the policy instead of blocking.',
  ),
  SECURITY_CSP_POLICY: headers(headerValue, '', 'Replaces the generated policy completely.'),
  SECURITY_CSP_REPORT_URI: headers(policyPart, '', 'Adds report-uri to the generated policy.'),
  SECURITY_CSP_EXTRA_SCRIPT_SRC: headers(commaList(policySource), '', 'Additions to script-src.'),
  SECURITY_CSP_EXTRA_STYLE_SRC: headers(commaList(policySource), '', 'Additions to style-src.'),
  SECURITY_CSP_EXTRA_CONNECT_SRC: headers(commaList(policySource), '', 'Additions to connect-src.'),
  SECURITY_CSP_EXTRA_IMG_SRC: headers(commaList(policySource), '', 'Additions to img-src.'),
  SECURITY_CSP_EXTRA_FRAME_SRC: headers(commaList(policySource), '', 'Additions to frame-src.'),
  SECURITY_CSP_EXTRA_FONT_SRC: headers(commaList(policySource), '', 'Additions to font-src.'),

  LOGGER_LEVEL: audit(
    oneOf('trace', 'debug', 'info', 'warn', 'error', 'fatal'),
    'info',
    'Least important kind of log line that is written.',
  ),
  AUDIT_ENABLED: audit(trueOrFalse, 'true', 'Write audit entries to the log.'),
  AUDIT_CLIENT_IP_HEADER: audit(
    headerName,
    '',
    'Header that carries the real client address; set it only behind a proxy that overwrites it.',
  ),

  ACTIVITY_PEOPLE: activity(
    trueOrFalse,
    'false',
    'Record in Activity also what people do in the panel: sign-ins, users, permissions, tokens, second factors, plugins, nodes, templates and settings.',
  ),
  ACTIVITY_PEOPLE_DAYS: activity(wholeNumber(1, 3_650), '365', 'Days after which that is forgotten.'),
  ACTIVITY_PEOPLE_MAX: activity(
    wholeNumber(100, 1_000_000),
    '100000',
    'Most entries of it; the oldest are forgotten first.',
  ),

  TRASH_DAYS: servers(
    wholeNumber(0, 3_650),
    '0',
    'Days after which the files of a deleted server are deleted for good; 0: not before somebody says so.',
  ),

  FILES_UPLOAD_ALLOWED_MIMES: uploads(
    commaList(contentType),
    '',
    'Content types allowed beside the usual ones.',
  ),
  FILES_UPLOAD_ALLOW_ARCHIVES: uploads(trueOrFalse, 'false', 'Allow zip, tar, gzip, bzip2, 7z and xz.'),
  FILES_UPLOAD_ALLOW_BINARY: uploads(
    trueOrFalse,
    'false',
    'Allow any binary file; SVG and HTML stay refused.',
  ),
  FILES_LARGE_TRANSFERS: uploads(
    trueOrFalse,
    'false',
    'Take files over 100 MB too, through the resumable transfers of the file manager.',
  ),
  FILES_LARGE_TRANSFER_MAX: uploads(
    byteSize(100 * mebibyte, tebibyte),
    '20GB',
    'The largest file that a transfer takes; disk limits of servers hold too.',
  ),

  PLUGINS_DISABLED: plugins(trueOrFalse, 'false', 'Turn plugins off.'),
  PLUGIN_HTTP_BLOCK_PRIVATE_IPS: plugins(trueOrFalse, 'true', 'Keep plugins away from internal addresses.'),
  PLUGIN_HTTP_ALLOWED_SCHEMES: plugins(
    commaList(oneOf('http', 'https')),
    'https',
    'Schemes plugins may use.',
  ),
  PLUGIN_HTTP_ALLOWED_HOSTS: plugins(
    commaList(exactHost),
    '',
    'The only hosts plugins may call; empty means any public host.',
  ),
  PLUGIN_HTTP_MAX_TIMEOUT_SECONDS: plugins(wholeNumber(1, 3600), '30', 'Longest time of one plugin request.'),
  PLUGIN_HTTP_MAX_REDIRECTS: plugins(wholeNumber(0, 50), '5', 'Most redirects of one plugin request.'),

  WEBHOOK_ALLOW_PRIVATE: webhooks(
    trueOrFalse,
    'false',
    "Let webhooks reach addresses in private networks, and without TLS. A cloud's metadata stays closed.",
  ),

  PROMETHEUS_ENABLED: prometheus(
    trueOrFalse,
    'false',
    'Answer /metrics for Prometheus; needs PROMETHEUS_TOKEN, PROMETHEUS_ALLOW or both.',
  ),
  PROMETHEUS_TOKEN: prometheus(
    secretText,
    '',
    'What a scrape must carry as Authorization: Bearer, at least 16 characters; empty asks for none.',
    secret,
  ),
  PROMETHEUS_ALLOW: prometheus(
    commaList(networkAddress),
    '',
    'The only addresses that may scrape; empty lets in every address that has the token. Behind a proxy it needs AUDIT_CLIENT_IP_HEADER.',
  ),
  PROMETHEUS_MAX_SERIES: prometheus(
    wholeNumber(leastSeries, 1_000_000),
    '100000',
    'Most series of one scrape; servers beyond it are left out, and counted.',
  ),

  ADMIN_LOGIN: firstAdministrator(line, 'admin', 'Login of the administrator made with a new database.'),
  ADMIN_EMAIL: firstAdministrator(line, '', 'E-mail address of that administrator.'),
  ADMIN_PASSWORD: firstAdministrator(
    secretText,
    '',
    'Password of that administrator; empty makes a random one and shows it once.',
    secret,
  ),
} as const satisfies Record<string, Variable<unknown>>

export type VariableName = keyof typeof variables

/** What each variable holds once it has been read. */
export type Values = {
  [Name in VariableName]: (typeof variables)[Name] extends Variable<infer T> ? T : never
}

/** Names that may appear in a configuration and change nothing. A name that ends with * is a prefix. */
export const variablesWithoutEffect: readonly VariableWithoutEffect[] = [
  { name: 'GRPC_ENABLED', meaning: 'The gRPC server always runs.' },
  { name: 'RATE_LIMIT*', meaning: 'The limits of sign-in attempts are fixed.' },
  { name: 'AUTH_SESSION_IDLE_TIMEOUT', meaning: 'Sessions have no idle timeout.' },
  { name: 'AUTH_SESSION_IDLE_UPDATE_FREQ', meaning: 'Sessions have no idle timeout.' },
]

export function isVariableName(name: string): name is VariableName {
  return Object.hasOwn(variables, name)
}

export function hasNoEffect(name: string): boolean {
  return variablesWithoutEffect.some(entry =>
    entry.name.endsWith('*') ? name.startsWith(entry.name.slice(0, -1)) : name === entry.name,
  )
}
