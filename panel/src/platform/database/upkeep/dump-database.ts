// Writes a dump of a PostgreSQL or MariaDB database to an open file, with the program of that database.

import { readDatabaseUrl } from '../remote/database-url.ts'
import type { RemoteDriver } from './connection-rules.ts'
import { runDatabaseProgram } from './run-database-program.ts'

/** `output` is a file descriptor. Throws a sentence when there is no such program, or when it fails. */
export async function dumpDatabase(driver: RemoteDriver, url: string, output: number): Promise<void> {
  const address = readDatabaseUrl(driver, url)
  const program =
    driver === 'postgres'
      ? { names: ['pg_dump'], args: ['--format=custom', '--no-password'] }
      : {
          names: ['mariadb-dump', 'mysqldump'],
          args: ['--single-transaction', '--quick', '--hex-blob', address.database],
        }
  await runDatabaseProgram(driver, address, { ...program, output })
}
