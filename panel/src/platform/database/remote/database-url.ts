// Reads DATABASE_URL and says in words what is wrong with it or with the database behind it, never the password.

import type { DatabaseTls } from '@rookery/contracts/database-hosts.ts'
import { DatabaseOpenError, DatabaseTimeoutError } from '../database-errors.ts'

export interface DatabaseAddress {
  host: string
  port: number
  user: string
  password: string
  database: string
  tls: DatabaseTls
  /** Of authorities whose certificates are believed (`sslrootcert`); null: those that Node.js trusts. */
  authoritiesFile: string | null
}

interface UrlForm {
  protocols: string[]
  port: number
  example: string
}

const forms: Record<'postgres' | 'mysql', UrlForm> = {
  postgres: {
    protocols: ['postgres:', 'postgresql:'],
    port: 5432,
    example: 'postgres://user:password@host:5432/database',
  },
  mysql: {
    protocols: ['mysql:', 'mariadb:'],
    port: 3306,
    example: 'mysql://user:password@host:3306/database',
  },
}

const fileNames = ['sslrootcert', 'sslcert', 'sslkey']

export function readDatabaseUrl(driver: 'postgres' | 'mysql', url: string | undefined): DatabaseAddress {
  const form = forms[driver]
  const refuse = (why: string): never => {
    throw new DatabaseOpenError(
      `DATABASE_URL ${why}; with DATABASE_DRIVER=${driver} it looks like ${form.example}`,
    )
  }
  if (!url) return refuse('is not set')
  // The parser's own error carries the whole address, password included: it is not passed on.
  const parsed = URL.parse(url)
  if (parsed === null)
    return refuse('cannot be read (special characters in user or password must be %-encoded)')
  if (!form.protocols.includes(parsed.protocol)) {
    return refuse(`begins with ${parsed.protocol}// where ${form.protocols.join('// or ')}// belongs`)
  }
  if (parsed.hostname === '') return refuse('names no host')
  const database = decode(parsed.pathname.slice(1)) ?? refuse('names the database in a broken %-encoding')
  if (database === '' || database.includes('/')) return refuse('names no database')
  return {
    host: parsed.hostname.replace(/^\[|\]$/g, ''),
    port: parsed.port === '' ? form.port : Number(parsed.port),
    user: decode(parsed.username) ?? refuse('holds a user in a broken %-encoding'),
    password: decode(parsed.password) ?? refuse('holds a password in a broken %-encoding'),
    database,
    tls: tlsOf(parsed.searchParams),
    authoritiesFile: parsed.searchParams.get('sslrootcert') || null,
  }
}

/** Every mode that asks for TLS checks the certificate, but for the one that says that it does not. */
function tlsOf(query: URLSearchParams): DatabaseTls {
  const hasFiles = fileNames.some(name => query.has(name))
  const mode = query.get('ssl') ?? query.get('sslmode') ?? String(hasFiles)
  if (['false', '0', 'disable'].includes(mode)) return 'off'
  return mode === 'no-verify' ? 'unchecked' : 'checked'
}

/** As the driver of PostgreSQL understands it: it has other names for the modes, and takes `ssl=false` for a wish. */
export function postgresUrl(url: string, { tls }: Pick<DatabaseAddress, 'tls'>): string {
  const parsed = new URL(url)
  for (const name of ['ssl', 'sslmode']) parsed.searchParams.delete(name)
  if (tls === 'off') for (const name of fileNames) parsed.searchParams.delete(name)
  else parsed.searchParams.set('sslmode', tls === 'checked' ? 'verify-full' : 'no-verify')
  return parsed.href
}

function decode(part: string): string | null {
  try {
    return decodeURIComponent(part)
  } catch {
    return null
  }
}

/** Turns the first connection's failure into a sentence. */
export function explainConnectError(
  error: unknown,
  product: string,
  address: DatabaseAddress,
): DatabaseOpenError {
  const where = `${product} at ${address.host}:${address.port}`
  const { code, errno } = (error ?? {}) as { code?: unknown; errno?: unknown }
  const say = (sentence: string) => new DatabaseOpenError(sentence, { cause: error })
  if (code === '28P01' || code === '28000' || errno === 1045 || errno === 1698) {
    return say(`${where} refuses the user "${address.user}": check user and password in DATABASE_URL`)
  }
  if (code === '3D000' || errno === 1049) {
    return say(`${where} has no database "${address.database}": create it or change DATABASE_URL`)
  }
  if (errno === 1044 || code === '42501') {
    return say(
      `${where} does not let "${address.user}" use the database "${address.database}": grant the rights`,
    )
  }
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    return say(`the host "${address.host}" of DATABASE_URL has no address: check its name`)
  }
  if (code === 'ECONNREFUSED') return say(`${where} does not listen: start it or check DATABASE_URL`)
  if (code === '53300' || errno === 1040) return say(`${where} has no free connection: raise its limit`)
  if (code === 'ETIMEDOUT' || error instanceof DatabaseTimeoutError || /timeout/i.test(String(error))) {
    return say(`${where} does not answer: check the address and the firewall`)
  }
  return say(`${where} cannot be used: ${error instanceof Error ? error.message : String(error)}`)
}
