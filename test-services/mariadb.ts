// A real MariaDB for tests: its own data folder, socket and port.

import { randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { findProgram, type RunningDatabase, startComponent } from './running-component.ts'

const user = 'rookery'

function findPrograms(): { install: string; daemon: string; client: string } | null {
  const install = findProgram('mariadb-install-db')
  const daemon = findProgram('mariadbd')
  const client = findProgram('mariadb')
  return install && daemon && client ? { install, daemon, client } : null
}

/** Why MariaDB cannot be started here, or null. */
export function missingMariadb(): string | null {
  return findPrograms() === null ? 'MariaDB is not installed (Debian package mariadb-server)' : null
}

export async function startMariadb(): Promise<RunningDatabase> {
  const programs = findPrograms()
  if (programs === null) throw new Error(missingMariadb() ?? '')
  const password = randomBytes(12).toString('hex')
  let databases = 0
  return startComponent({
    name: 'mariadb',
    systemUser: 'mysql',
    start: async plan => {
      // At its start MariaDB removes temporary tables it finds there, also those of another one that runs.
      const places = [`--datadir=${join(plan.folder, 'data')}`, `--tmpdir=${plan.folder}`]
      const firstStatements = join(plan.folder, 'init.sql')
      await writeFile(
        firstStatements,
        `create user '${user}'@'127.0.0.1' identified by '${password}';\ngrant all on *.* to '${user}'@'127.0.0.1';\n`,
        { mode: 0o644 },
      )
      await plan.run(programs.install, [
        ...['--no-defaults', ...places, '--skip-test-db', '--skip-name-resolve'],
        '--auth-root-authentication-method=normal',
      ])
      return plan.start(programs.daemon, [
        ...['--no-defaults', ...places, `--socket=${join(plan.folder, 'socket')}`],
        ...[`--port=${plan.port}`, '--bind-address=127.0.0.1', '--skip-name-resolve', '--skip-log-bin'],
        ...['--innodb-flush-log-at-trx-commit=0', '--innodb-buffer-pool-size=64M', '--max-connections=60'],
        `--init-file=${firstStatements}`,
      ])
    },
    isReady: async plan => {
      await plan.run(programs.client, clientArguments(plan.port, password, 'select 1'))
      return true
    },
    describe: (plan, stop) => {
      const address = (database: string) => `mysql://${user}:${password}@127.0.0.1:${plan.port}/${database}`
      return {
        url: address('mysql'),
        port: plan.port,
        stop,
        createDatabase: async () => {
          const name = `test_${++databases}`
          await plan.run(programs.client, clientArguments(plan.port, password, `create database ${name}`))
          return address(name)
        },
      }
    },
  })
}

function clientArguments(port: number, password: string, statement: string): string[] {
  return [
    ...['--no-defaults', '--protocol=tcp', '--host=127.0.0.1', `--port=${port}`],
    ...[`--user=${user}`, `--password=${password}`, '--execute', statement],
  ]
}
