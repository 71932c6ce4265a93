// How the programs of PostgreSQL and MariaDB are told where the database is, who asks, and which certificates to believe.

import type { DatabaseAddress } from '../remote/database-url.ts'

export type RemoteDriver = 'postgres' | 'mysql'

/**
 * The password is in the environment alone: every user sees the arguments of a program. `authorities`: a file of the
 * authorities that the panel itself believes.
 */
export function connectionVariables(
  driver: RemoteDriver,
  { host, port, user, password, database, tls }: DatabaseAddress,
  authorities: string,
): Record<string, string> {
  if (driver === 'mysql') return { MYSQL_PWD: password }
  return {
    ...{ PGHOST: host, PGPORT: String(port), PGUSER: user, PGPASSWORD: password, PGDATABASE: database },
    PGSSLMODE: { off: 'prefer', unchecked: 'require', checked: 'verify-full' }[tls],
    ...(tls === 'checked' && { PGSSLROOTCERT: authorities }),
  }
}

/** Those of MariaDB have no variables for the rest. */
export function connectionArguments(
  driver: RemoteDriver,
  { host, port, user, tls }: DatabaseAddress,
  authorities: string,
): string[] {
  if (driver === 'postgres') return []
  const place = ['--protocol=tcp', `--host=${host}`, `--port=${port}`, `--user=${user}`]
  const encryption = {
    off: [withoutCheck],
    unchecked: ['--ssl', withoutCheck],
    checked: ['--ssl', '--ssl-verify-server-cert', `--ssl-ca=${authorities}`],
  }[tls]
  return [...place, '--default-character-set=utf8mb4', ...encryption]
}

/**
 * Since 11.4 clients check the certificate of the server unless they are told not to, and refuse a server without TLS;
 * the panel itself then asks for neither. `loose`: a client that does not know the option goes on without it.
 */
const withoutCheck = '--loose-ssl-verify-server-cert=0'
