// Writes a dump of a PostgreSQL or MariaDB database to an open file, with the program of that database.

import { spawn } from 'node:child_process'
import { DatabaseOpenError } from '../database-errors.ts'
import { type DatabaseAddress, readDatabaseUrl } from '../remote/database-url.ts'

interface DumpProgram {
  /** The first that this machine has. */
  names: string[]
  args: string[]
  /** The password is in the environment alone: every user sees the arguments of a program. */
  environment: Record<string, string>
}

/** `output` is a file descriptor. Throws a sentence when there is no such program, or when it fails. */
export async function dumpDatabase(driver: 'postgres' | 'mysql', url: string, output: number): Promise<void> {
  const { names, args, environment } = dumpProgram(driver, readDatabaseUrl(driver, url))
  for (const name of names) {
    const complaints = await run(name, args, { ...process.env, ...environment }, output)
    if (complaints === null) return
    if (complaints !== missing) throw new DatabaseOpenError(`${name} failed: ${complaints}`)
  }
  throw new DatabaseOpenError(
    `${names[0]} is not installed on this machine; install the client of the database`,
  )
}

export function dumpProgram(driver: 'postgres' | 'mysql', address: DatabaseAddress): DumpProgram {
  const { host, port, user, password, database, usesTls } = address
  if (driver === 'postgres') {
    return {
      names: ['pg_dump'],
      args: ['--format=custom', '--no-password'],
      environment: {
        ...{ PGHOST: host, PGPORT: String(port), PGUSER: user, PGPASSWORD: password, PGDATABASE: database },
        PGSSLMODE: usesTls ? 'require' : 'prefer',
      },
    }
  }
  return {
    names: ['mariadb-dump', 'mysqldump'],
    args: [
      ...['--single-transaction', '--quick', '--hex-blob', '--default-character-set=utf8mb4'],
      ...['--protocol=tcp', `--host=${host}`, `--port=${port}`, `--user=${user}`],
      ...(usesTls ? ['--ssl'] : []),
      database,
    ],
    environment: { MYSQL_PWD: password },
  }
}

const missing = Symbol('missing')

/** Null when it has ended well, otherwise its last lines. */
function run(
  name: string,
  args: string[],
  env: NodeJS.ProcessEnv,
  output: number,
): Promise<string | null | typeof missing> {
  const child = spawn(name, args, { env, stdio: ['ignore', output, 'pipe'] })
  const complaints: Buffer[] = []
  child.stderr?.on('data', (chunk: Buffer) => complaints.push(chunk))
  return new Promise(resolve => {
    child.on('error', error => resolve('code' in error && error.code === 'ENOENT' ? missing : error.message))
    child.on('close', code => {
      const text = Buffer.concat(complaints).toString().trim().split('\n').slice(-3).join(' ')
      resolve(code === 0 ? null : text || `it ended with ${code}`)
    })
  })
}
