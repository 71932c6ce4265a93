// A database server as the panel uses it: it creates databases there, each with one user who can do nothing else.

import type { DatabaseKind, DatabaseTls } from '@rookery/contracts/database-hosts.ts'
import { asHostProblem, DatabaseHostProblem } from './host-problem.ts'
import { openMysqlEngine } from './mysql-engine.ts'
import { openPostgresEngine } from './postgres-engine.ts'

export interface HostAccess {
  kind: DatabaseKind
  address: string
  port: number
  user: string
  password: string
  tls: DatabaseTls
  /** PEM; empty: those that Node.js trusts. */
  authorities: string
}

/** A database and its only user. Names are letters, digits and `_`. */
export interface DatabaseNames {
  database: string
  user: string
}

export interface DatabaseEngine {
  /** Such as `MariaDB 11.8.2`. */
  product(): Promise<string>
  /** Throws, and leaves what is there alone, when one of the names is taken. */
  create(names: DatabaseNames, password: string): Promise<void>
  /** With everything in it and whoever is connected to it. Where there is nothing, or a part of it, too. */
  drop(names: DatabaseNames): Promise<void>
  /** Ends the connections of the user, too. */
  setPassword(user: string, password: string): Promise<void>
  /** In bytes, of those that are there. */
  sizes(databases: readonly string[]): Promise<Map<string, number>>
  close(): void
}

/** To connect, and for one statement. */
export interface EngineLimits {
  connectMs: number
  statementMs: number
}

const limits: EngineLimits = { connectMs: 5_000, statementMs: 15_000 }
const open = { mysql: openMysqlEngine, postgres: openPostgresEngine }

/** Every failure is a DatabaseHostProblem. The connection ends with `work`, and at once with `signal`. */
export async function withDatabaseEngine<Result>(
  access: HostAccess,
  signal: AbortSignal,
  work: (engine: DatabaseEngine) => Promise<Result>,
): Promise<Result> {
  signal.throwIfAborted()
  const engine = await open[access.kind](access, limits).catch((error: unknown) => {
    throw asHostProblem(error, access, 'nothing was done')
  })
  const end = () => engine.close()
  signal.addEventListener('abort', end, { once: true })
  try {
    return await work(engine)
  } catch (error) {
    if (signal.aborted) throw new DatabaseHostProblem('did not finish in time', access, 'unknown', error)
    throw asHostProblem(error, access, 'unknown')
  } finally {
    signal.removeEventListener('abort', end)
    end()
  }
}

/** As somebody else than the administrator: whether a user can sign in and use the database. */
export async function tryAsUser(
  access: HostAccess,
  { database, user }: DatabaseNames,
  password: string,
): Promise<void> {
  const engine = await open[access.kind]({ ...access, user, password }, limits, database).catch(
    (error: unknown) => {
      throw asHostProblem(error, { ...access, user }, 'nothing was done')
    },
  )
  engine.close()
}
