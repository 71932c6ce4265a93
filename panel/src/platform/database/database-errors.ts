// What can go wrong with the database, in one vocabulary for SQLite, PostgreSQL and MySQL.

/** The database cannot be opened: the message says what, where and what to do, and never holds a password. */
export class DatabaseOpenError extends Error {
  override readonly name = 'DatabaseOpenError'
}

/** Somebody else held the database for longer than a caller may wait. */
export class DatabaseBusyError extends Error {
  override readonly name = 'DatabaseBusyError'
}

/** A statement or connection took longer than a caller may wait, and was given up. */
export class DatabaseTimeoutError extends Error {
  override readonly name = 'DatabaseTimeoutError'
}

/** The schema is not one that this program may work with: newer, half-changed or somebody else's. */
export class SchemaRefusedError extends Error {
  override readonly name = 'SchemaRefusedError'
}

interface DriverError {
  code?: unknown
  errno?: unknown
  errcode?: unknown
  message?: unknown
  cause?: unknown
}

// `restrict` is how SQLite refuses to delete what is referred to with ON DELETE RESTRICT.
const sqliteConstraint = { foreignKey: 787, restrict: 1811, primaryKey: 1555, unique: 2067 }
const sqliteOutages = {
  busy: 5,
  locked: 6,
  noMemory: 7,
  readOnly: 8,
  inputOutput: 10,
  corrupt: 11,
  full: 13,
  cannotOpen: 14,
  notADatabase: 26,
}
/**
 * SQLite has a code of its own for ENOSPC alone: a used-up quota shows as a failed write, and a shared-memory file
 * that cannot grow as its size.
 */
const sqliteFullCodes = new Set([13, 778, 1034, 1546, 4874])
const sqliteOutageCodes = new Set(Object.values(sqliteOutages))

const networkOutages = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'PROTOCOL_CONNECTION_LOST',
  'PROTOCOL_SEQUENCE_TIMEOUT',
])

// PostgreSQL: connection trouble, refused sign-in, no resources, operator's shutdown, read-only, lock and
// statement limits, disk trouble.
const postgresOutage = /^(08...|28...|3D000|53...|57...|58...|25006|55P03|XX001|XX002)$/
// MySQL: too many connections, access denied, unknown database, shutdown, disk full, read-only, lock limit,
// statement limit (MariaDB, MySQL), killed.
const mysqlOutages = new Set([
  1021, 1037, 1040, 1041, 1044, 1045, 1049, 1053, 1114, 1203, 1205, 1290, 1317, 1836, 1927, 1969, 3024,
])
const brokenConnection =
  /connection terminated|timeout exceeded when trying to connect|query read timeout|not queryable|closed state|connection is closed/i

function read(error: unknown): DriverError {
  return typeof error === 'object' && error !== null ? error : {}
}

function sqliteCode(error: unknown): number | undefined {
  const { code, errcode } = read(error)
  return code === 'ERR_SQLITE_ERROR' && typeof errcode === 'number' ? errcode : undefined
}

/** A row with this key is there already. */
export function isUniqueViolation(error: unknown): boolean {
  const { code, errno } = read(error)
  const sqlite = sqliteCode(error)
  return (
    code === '23505' ||
    errno === 1062 ||
    sqlite === sqliteConstraint.unique ||
    sqlite === sqliteConstraint.primaryKey
  )
}

/** The row is still referred to, or refers to a row that does not exist. */
export function isForeignKeyViolation(error: unknown): boolean {
  const { code, errno } = read(error)
  const sqlite = sqliteCode(error)
  return (
    code === '23503' ||
    code === '23001' ||
    errno === 1451 ||
    errno === 1452 ||
    sqlite === sqliteConstraint.foreignKey ||
    sqlite === sqliteConstraint.restrict
  )
}

/** Two transactions waited for each other and this one was ended: it may be run again from its beginning. */
export function isDeadlock(error: unknown): boolean {
  const { code, errno } = read(error)
  return code === '40P01' || code === '40001' || errno === 1213
}

/** SQLite's "somebody else holds the lock right now". */
export function isSqliteBusy(error: unknown): boolean {
  const code = sqliteCode(error)
  return (
    code !== undefined && ((code & 0xff) === sqliteOutages.busy || (code & 0xff) === sqliteOutages.locked)
  )
}

/** The primary result code of an SQLite error (26 "not a database", 11 "corrupt" …). */
export function sqlitePrimaryCode(error: unknown): number | undefined {
  const code = sqliteCode(error)
  return code === undefined ? undefined : code & 0xff
}

/**
 * The disk under the panel's database, or under the panel itself, has no room: SQLite, PostgreSQL (53100), MariaDB
 * (1021, 1114) and the file system say it each in their own way.
 */
export function isDiskFull(error: unknown, causesLeft = 5): boolean {
  const { code, errno, cause } = read(error)
  const sqlite = sqliteCode(error)
  if (sqlite !== undefined) return sqliteFullCodes.has(sqlite)
  if (code === 'ENOSPC' || code === 'EDQUOT' || code === '53100') return true
  if (errno === 1021 || errno === 1114) return true
  return cause !== undefined && causesLeft > 0 && isDiskFull(cause, causesLeft - 1)
}

/** The database is away, full, locked or damaged: the caller answers 503, and never takes it for "not found". */
export function isOutage(error: unknown): boolean {
  if (error instanceof DatabaseBusyError || error instanceof DatabaseTimeoutError) return true
  const { code, errno, message } = read(error)
  const sqlite = sqlitePrimaryCode(error)
  if (sqlite !== undefined) return sqliteOutageCodes.has(sqlite)
  if (typeof code === 'string' && (networkOutages.has(code) || postgresOutage.test(code))) return true
  if (typeof errno === 'number' && mysqlOutages.has(errno)) return true
  return typeof message === 'string' && brokenConnection.test(message)
}
