// How the programs of PostgreSQL and MariaDB are told where the database is, and who asks.

import type { DatabaseAddress } from '../remote/database-url.ts'

export type RemoteDriver = 'postgres' | 'mysql'

/** The password is in the environment alone: every user sees the arguments of a program. */
export function connectionVariables(driver: RemoteDriver, address: DatabaseAddress): Record<string, string> {
  const { host, port, user, password, database, usesTls } = address
  if (driver === 'mysql') return { MYSQL_PWD: password }
  return {
    ...{ PGHOST: host, PGPORT: String(port), PGUSER: user, PGPASSWORD: password, PGDATABASE: database },
    PGSSLMODE: usesTls ? 'require' : 'prefer',
  }
}

/** For the programs of MariaDB, which have no variables for the rest. */
export function mysqlConnection({ host, port, user, usesTls }: DatabaseAddress): string[] {
  const place = ['--protocol=tcp', `--host=${host}`, `--port=${port}`, `--user=${user}`]
  return [...place, '--default-character-set=utf8mb4', usesTls ? '--ssl' : withoutCheck]
}

/**
 * Since 11.4 clients check the certificate of the server unless they are told not to, and refuse a server without TLS;
 * the panel itself asks for neither. `loose`: a client that does not know the option goes on without it.
 */
const withoutCheck = '--loose-ssl-verify-server-cert=0'
