// What is wrong with a database host, in a sentence that says what to do; never with a password in it.

import type { HostAccess } from './database-engine.ts'

/** What became of the host when something failed. */
type Effect = 'nothing was done' | 'unknown'
type Place = Pick<HostAccess, 'kind' | 'address' | 'port' | 'user'>

export class DatabaseHostProblem extends Error {
  override readonly name = 'DatabaseHostProblem'
  readonly effect: Effect

  /** `what` goes on where the host was named. */
  constructor(what: string, { address, port }: Place, effect: Effect, cause?: unknown) {
    super(`the database host ${address}:${port} ${what}`, { cause })
    this.effect = effect
  }
}

const products = { mysql: 'MySQL or MariaDB', postgres: 'PostgreSQL' }

export function asHostProblem(error: unknown, access: Place, effect: Effect): DatabaseHostProblem {
  if (error instanceof DatabaseHostProblem) return error
  const done = isTaken(error) ? 'nothing was done' : effect
  return new DatabaseHostProblem(problemOf(error, access), access, done, error)
}

interface Failure {
  code?: unknown
  errno?: unknown
}

function problemOf(error: unknown, { kind, user }: Place): string {
  const { code, errno } = (error ?? {}) as Failure
  const message = error instanceof Error ? error.message : String(error)
  if (code === '28P01' || code === '28000' || errno === 1045 || errno === 1698) {
    return `refuses the user "${user}": check the user, the password and from which addresses this user may connect`
  }
  if (errno === 1130) return 'lets nobody connect from this address: allow the user to connect from it'
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'has no address: check the name'
  if (code === 'ECONNREFUSED') return 'does not listen: start the database server or check address and port'
  if (code === 'EHOSTUNREACH' || code === 'ENETUNREACH') return 'cannot be reached: check the address'
  if (code === '53300' || errno === 1040) return 'has no free connection: raise its limit'
  if (isRefusedRight(code, errno)) {
    return `does not allow "${user}" to create databases and users: grant the permissions (${message})`
  }
  if (code === 'HANDSHAKE_NO_SSL_SUPPORT' || /does not support SSL|does not support secure/i.test(message)) {
    return 'does not offer TLS: turn TLS off here or on there'
  }
  if (isCertificateProblem(code, message)) {
    return `has a certificate that is not trusted (${message}): add the certificate of its authority, and use the name that it was made for`
  }
  if (code === 'ETIMEDOUT' || code === 'PROTOCOL_SEQUENCE_TIMEOUT' || /timeout/i.test(message)) {
    return 'does not answer: check the address and the firewall'
  }
  if (code === 'ECONNRESET' || code === 'PROTOCOL_CONNECTION_LOST' || /terminated/i.test(message)) {
    return `closed the connection: check that it is ${products[kind]}, and its log`
  }
  return `cannot do this: ${message}`
}

/** Engines undo what came before. */
function isTaken(error: unknown): boolean {
  const { code, errno } = (error ?? {}) as Failure
  return code === '42P04' || code === '42710' || errno === 1007 || errno === 1396
}

function isRefusedRight(code: unknown, errno: unknown): boolean {
  return code === '42501' || [1044, 1142, 1227, 1410].includes(errno as number)
}

function isCertificateProblem(code: unknown, message: string): boolean {
  return /CERT|SELF_SIGNED|ALTNAME/.test(String(code)) || /certificate|altnames/i.test(message)
}
