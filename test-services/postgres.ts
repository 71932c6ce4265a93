// A real PostgreSQL for tests: its own cluster in a temporary folder.

import { randomBytes } from 'node:crypto'
import { globSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type RunningDatabase, startComponent } from './running-component.ts'

const user = 'rookery'

function findPrograms(): string | null {
  const versions = globSync('/usr/lib/postgresql/*/bin/initdb').map(path => path.replace(/\/initdb$/, ''))
  return versions.sort((a, b) => a.localeCompare(b, 'en', { numeric: true })).at(-1) ?? null
}

/** Why PostgreSQL cannot be started here, or null. */
export function missingPostgres(): string | null {
  return findPrograms() === null ? 'PostgreSQL is not installed (Debian package postgresql)' : null
}

/** Small unless told: many of them run beside each other in tests. Nothing of it must outlive a lost machine. */
export async function startPostgres({
  sharedBuffersMb = 16,
  maxConnections = 60,
} = {}): Promise<RunningDatabase> {
  const programs = findPrograms()
  if (programs === null) throw new Error(missingPostgres() ?? '')
  const password = randomBytes(12).toString('hex')
  let databases = 0
  return startComponent({
    name: 'postgres',
    systemUser: 'postgres',
    start: async plan => {
      const cluster = join(plan.folder, 'cluster')
      const passwordFile = join(plan.folder, 'password')
      // Readable for the cluster's user; the folder around it is not open to others.
      await writeFile(passwordFile, password, { mode: 0o644 })
      await plan.run(join(programs, 'initdb'), [
        ...['-D', cluster, '-U', user, '--encoding', 'UTF8', '--locale', 'C.UTF-8'],
        ...['--auth', 'scram-sha-256', '--pwfile', passwordFile, '--no-sync'],
      ])
      return plan.start(join(programs, 'postgres'), [
        ...['-D', cluster, '-p', String(plan.port), '-h', '127.0.0.1', '-k', '', '-F'],
        ...['-c', `max_connections=${maxConnections}`, '-c', `shared_buffers=${sharedBuffersMb}MB`],
        ...['-c', 'full_page_writes=off', '-c', 'synchronous_commit=off', '-c', 'autovacuum=off'],
      ])
    },
    isReady: async plan => {
      await plan.run(join(programs, 'pg_isready'), ['-h', '127.0.0.1', '-p', String(plan.port)])
      return true
    },
    describe: (plan, stop) => {
      const address = (database: string) =>
        `postgres://${user}:${password}@127.0.0.1:${plan.port}/${database}`
      return {
        url: address('postgres'),
        port: plan.port,
        stop,
        createDatabase: async modelUrl => {
          const name = `test_${++databases}`
          const model = modelUrl === undefined ? 'template1' : new URL(modelUrl).pathname.slice(1)
          const statement = `create database ${name} template ${model}`
          await plan.run(join(programs, 'psql'), ['-qX', '-c', statement, address('postgres')])
          return address(name)
        },
      }
    },
  })
}
