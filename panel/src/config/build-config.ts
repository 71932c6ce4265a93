// Arranges the values by the part of the panel that uses them, and freezes the result.

import { join, resolve } from 'node:path'
import { acmeFileNames } from '@rookery/contracts/acme-status.ts'
import {
  type PanelSettingKey,
  type PanelSettingValues,
  panelSettings,
  type StartVariable,
  startVariables,
  type VariableSource,
} from '@rookery/contracts/http/panel-settings.ts'
import { freezeDeep } from '@rookery/primitives/freeze-deep.ts'
import type { Secret } from '../platform/secret.ts'
import { anyOrigin, type HostAndPort } from './network-kinds.ts'
import type { ConfigPlaces } from './places.ts'
import type { VariableSources } from './read-values.ts'
import type { Values, VariableName } from './variables.ts'

type Frozen<T> = T extends Secret | string | number | boolean | null
  ? T
  : T extends readonly (infer Item)[]
    ? readonly Frozen<Item>[]
    : { readonly [Key in keyof T]: Frozen<T[Key]> }

export type Config = Frozen<ReturnType<typeof arrange>>

export function buildConfig(values: Values, sources: VariableSources, places: ConfigPlaces): Config {
  const config = arrange(values, sources, places)
  freezeDeep(config)
  return config
}

function arrange(values: Values, sources: VariableSources, places: ConfigPlaces) {
  return {
    dataDir: places.dataDir,
    configFile: places.configFile,
    http: httpSlice(values, places),
    grpc: { bindIp: values.GRPC_BIND_IP, port: values.GRPC_PORT },
    instanceAddress: values.INSTANCE_ADDRESS,
    database: databaseSlice(values, places),
    cache: cacheSlice(values),
    access: {
      /** How long permissions are believed, by where they are cached (5.6.8). */
      memoryTtlSeconds: values.RBAC_CACHE_TTL,
      sharedTtlSeconds: values.CACHE_TTL_RBAC,
    },
    auth: authSlice(values),
    encryptionKey: values.ENCRYPTION_KEY,
    captcha: captchaSlice(values),
    securityHeaders: securityHeadersSlice(values),
    log: { level: values.LOGGER_LEVEL },
    audit: { enabled: values.AUDIT_ENABLED, clientIpHeader: values.AUDIT_CLIENT_IP_HEADER || null },
    uploads: {
      allowedTypes: values.FILES_UPLOAD_ALLOWED_MIMES,
      transferLimitBytes: values.FILES_LARGE_TRANSFER_MAX,
    },
    settings: settingsSlice(values, sources),
    startSettings: {
      address: ownOrigin(httpSlice(values, places), values.HTTP_PORT),
      administratorsTwoFactorDays: values.AUTH_REQUIRE_MFA_FOR_ADMINS ? values.AUTH_MFA_HARD_FAIL_DAYS : null,
    },
    startVariables: Object.fromEntries(startVariables.map(name => [name, sources[name] ?? null])) as Record<
      StartVariable,
      VariableSource | null
    >,
    activity: { peopleDays: values.ACTIVITY_PEOPLE_DAYS, peopleLines: values.ACTIVITY_PEOPLE_MAX },
    trashDays: values.TRASH_DAYS,
    webhooks: { allowPrivate: values.WEBHOOK_ALLOW_PRIVATE },
    plugins: pluginsSlice(values),
    prometheus: prometheusSlice(values),
    firstAdministrator: {
      login: values.ADMIN_LOGIN,
      email: values.ADMIN_EMAIL || null,
      password: values.ADMIN_PASSWORD,
    },
  }
}

function httpSlice(values: Values, places: ConfigPlaces) {
  const acme = acmeSlice(values, places)
  const certFile = acme
    ? acme.certificateFile
    : values.TLS_CERT_FILE && resolve(places.dataDir, values.TLS_CERT_FILE)
  const keyFile = values.TLS_KEY_FILE ? resolve(places.dataDir, values.TLS_KEY_FILE) : certFile
  const hasTls = certFile !== ''
  return {
    bindIp: values.HTTP_BIND_IP,
    port: values.HTTP_PORT,
    host: values.HTTP_HOST,
    tls: hasTls ? { certFile, keyFile } : null,
    acme,
    forceHttps: values.TLS_FORCE_HTTPS,
    allowedOrigins: values.HTTP_ALLOWED_ORIGINS.filter(entry => entry !== anyOrigin),
  }
}

/** Its certificate is a file like any other, which the panel itself replaces. */
function acmeSlice(values: Values, places: ConfigPlaces) {
  if (!values.TLS_ACME) return null
  const folder = join(places.dataDir, 'acme')
  return {
    domain: acmeDomain(values.HTTP_HOST.host),
    directory: values.TLS_ACME_DIRECTORY,
    email: values.TLS_ACME_EMAIL || null,
    bindIp: values.HTTP_BIND_IP,
    httpPort: values.TLS_ACME_HTTP_PORT,
    folder,
    certificateFile: join(folder, acmeFileNames.certificate),
  }
}

const acmeDomain = (host: string): string => host.toLowerCase().replace(/\.$/, '')

/** The origin of the panel's own pages, computed from HTTP_HOST and never from a request (A25). */
export function ownOrigin(
  http: { tls: unknown; forceHttps: boolean; host: Readonly<HostAndPort> },
  boundPort: number,
): string {
  const scheme = http.tls || http.forceHttps ? 'https' : 'http'
  const { host, port } = http.host
  const visibleHost = host.includes(':') ? `[${host}]` : host
  const behindProxy = http.forceHttps && !http.tls
  const visiblePort = port ?? (behindProxy ? null : boundPort)
  return new URL(`${scheme}://${visibleHost}${visiblePort === null ? '' : `:${visiblePort}`}`).origin
}

type DatabaseSlice = { driver: 'sqlite'; file: string } | { driver: 'postgres' | 'mysql'; url: Secret }

function databaseSlice(values: Values, places: ConfigPlaces): DatabaseSlice {
  const { DATABASE_DRIVER: driver, DATABASE_URL: url } = values
  if (driver !== 'sqlite' && url) return { driver, url }
  return { driver: 'sqlite', file: resolve(places.dataDir, url?.reveal() ?? 'panel.sqlite') }
}

type CacheSlice =
  | { driver: 'memory' }
  | { driver: 'redis'; host: string; port: number; password: Secret | null; database: number }

const redisPort = 6379

function cacheSlice(values: Values): CacheSlice {
  if (values.CACHE_DRIVER === 'memory') return { driver: 'memory' }
  const address: HostAndPort = values.CACHE_REDIS_ADDR
  return {
    driver: 'redis',
    host: address.host,
    port: address.port ?? redisPort,
    password: values.CACHE_REDIS_PASSWORD,
    database: values.CACHE_REDIS_DB,
  }
}

/** Of scrypt. A code has 47 bits: a fast hash of it could be reversed by whoever steals the database. */
const recoveryCodeWork = 4_096

function authSlice(values: Values) {
  return {
    secret: values.AUTH_SECRET,
    sessionTokenKind: values.AUTH_SERVICE,
    shortLivedTokenTtlSeconds: values.AUTH_SHORT_LIVED_TOKEN_TTL,
    bcryptCost: values.AUTH_BCRYPT_COST,
    recoveryCodeWork,
    allowWeakPasswords: values.AUTH_ALLOW_WEAK_PASSWORDS,
    mfa: {
      requiredForAdmins: values.AUTH_REQUIRE_MFA_FOR_ADMINS,
      hardFailDays: values.AUTH_MFA_HARD_FAIL_DAYS,
      enrollmentTokenTtlSeconds: values.AUTH_MFA_ENROLLMENT_TOKEN_TTL,
    },
  }
}

function captchaSlice(values: Values) {
  if (values.CAPTCHA_PROVIDER === '') return null
  return {
    provider: values.CAPTCHA_PROVIDER,
    siteKey: values.CAPTCHA_SITE_KEY,
    secretKey: values.CAPTCHA_SECRET_KEY,
    minScore: values.CAPTCHA_MIN_SCORE,
    failOpen: values.CAPTCHA_FAIL_OPEN,
    verifyUrl: values.CAPTCHA_VERIFY_URL || null,
  }
}

function securityHeadersSlice(values: Values) {
  return {
    enabled: values.SECURITY_HEADERS_ENABLED,
    contentTypeOptions: values.SECURITY_CONTENT_TYPE_OPTIONS,
    frameOptions: values.SECURITY_FRAME_OPTIONS,
    referrerPolicy: values.SECURITY_REFERRER_POLICY,
    hsts: {
      enabled: values.SECURITY_HSTS_ENABLED,
      maxAgeSeconds: values.SECURITY_HSTS_MAX_AGE,
      includeSubdomains: values.SECURITY_HSTS_INCLUDE_SUBDOMAINS,
      preload: values.SECURITY_HSTS_PRELOAD,
    },
    csp: {
      enabled: values.SECURITY_CSP_ENABLED,
      reportOnly: values.SECURITY_CSP_REPORT_ONLY,
      policy: values.SECURITY_CSP_POLICY,
      reportUri: values.SECURITY_CSP_REPORT_URI,
      extraSources: {
        script: values.SECURITY_CSP_EXTRA_SCRIPT_SRC,
        style: values.SECURITY_CSP_EXTRA_STYLE_SRC,
        connect: values.SECURITY_CSP_EXTRA_CONNECT_SRC,
        img: values.SECURITY_CSP_EXTRA_IMG_SRC,
        frame: values.SECURITY_CSP_EXTRA_FRAME_SRC,
        font: values.SECURITY_CSP_EXTRA_FONT_SRC,
      },
    },
  }
}

type SettingsSlice = {
  [Key in PanelSettingKey]: { value: PanelSettingValues[Key]; lockedBy: VariableSource | null }
}

/** What the variables say about settings of the web: the value, which is the default where the variable is not set. */
function settingsSlice(values: Values, sources: VariableSources): SettingsSlice {
  const of = <Name extends VariableName>(name: Name) => ({
    value: values[name],
    lockedBy: sources[name] ?? null,
  })
  return {
    upload_archives: of(panelSettings.upload_archives.variable),
    upload_binaries: of(panelSettings.upload_binaries.variable),
    large_transfers: of(panelSettings.large_transfers.variable),
    activity_people: of(panelSettings.activity_people.variable),
  }
}

function prometheusSlice(values: Values) {
  if (!values.PROMETHEUS_ENABLED) return null
  return {
    token: values.PROMETHEUS_TOKEN,
    allowedAddresses: values.PROMETHEUS_ALLOW,
    maxSeries: values.PROMETHEUS_MAX_SERIES,
  }
}

function pluginsSlice(values: Values) {
  return {
    disabled: values.PLUGINS_DISABLED,
    http: {
      blockPrivateIps: values.PLUGIN_HTTP_BLOCK_PRIVATE_IPS,
      allowedSchemes: values.PLUGIN_HTTP_ALLOWED_SCHEMES,
      allowedHosts: values.PLUGIN_HTTP_ALLOWED_HOSTS,
      maxTimeoutSeconds: values.PLUGIN_HTTP_MAX_TIMEOUT_SECONDS,
      maxRedirects: values.PLUGIN_HTTP_MAX_REDIRECTS,
    },
  }
}
