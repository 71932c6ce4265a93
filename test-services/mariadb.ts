// A real MariaDB for tests: its own data folder, socket and port.

import { randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { findProgram, type RunningDatabase, startComponent } from './running-component.ts'

const user = 'rookery'
const unsafeButQuick = [
  '--debug-no-sync',
  '--skip-innodb-doublewrite',
  '--innodb-log-file-size=8M',
  '--skip-sync-frm',
]

function findPrograms(): { install: string; daemon: string; client: string; dump: string } | null {
  const install = findProgram('mariadb-install-db')
  const daemon = findProgram('mariadbd')
  const client = findProgram('mariadb')
  const dump = findProgram('mariadb-dump')
  return install && daemon && client && dump ? { install, daemon, client, dump } : null
}

/** Why MariaDB cannot be started here, or null. */
export function missingMariadb(): string | null {
  return findPrograms() === null ? 'MariaDB is not installed (Debian package mariadb-server)' : null
}

/** Nothing of it must outlive a lost machine: it never waits for the disk. */
export async function startMariadb({ maxConnections = 60 } = {}): Promise<RunningDatabase> {
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
        `create user '${user}'@'127.0.0.1' identified by '${password}';\ngrant all on *.* to '${user}'@'127.0.0.1' with grant option;\n`,
        { mode: 0o644 },
      )
      await plan.run(programs.install, [
        ...['--no-defaults', ...places, ...unsafeButQuick, '--skip-test-db', '--skip-name-resolve'],
        '--auth-root-authentication-method=normal',
      ])
      return plan.start(programs.daemon, [
        ...['--no-defaults', ...places, `--socket=${join(plan.folder, 'socket')}`],
        ...[`--port=${plan.port}`, '--bind-address=127.0.0.1', '--skip-name-resolve', '--skip-log-bin'],
        ...[
          '--innodb-flush-log-at-trx-commit=0',
          '--innodb-buffer-pool-size=64M',
          `--max-connections=${maxConnections}`,
        ],
        ...unsafeButQuick,
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
        createDatabase: async modelUrl => {
          const name = `test_${++databases}`
          await plan.run(programs.client, clientArguments(plan.port, password, `create database ${name}`))
          if (modelUrl !== undefined) {
            const dump = join(plan.folder, `${name}.sql`)
            const model = new URL(modelUrl).pathname.slice(1)
            await plan.run(programs.dump, [
              ...connectionArguments(plan.port, password),
              ...['--skip-comments', '--skip-lock-tables', `--result-file=${dump}`, model],
            ])
            const load = [...clientArguments(plan.port, password, `source ${dump}`), name]
            await plan.run(programs.client, load)
          }
          return address(name)
        },
      }
    },
  })
}

function connectionArguments(port: number, password: string): string[] {
  const place = ['--no-defaults', '--protocol=tcp', '--host=127.0.0.1', `--port=${port}`]
  return [...place, `--user=${user}`, `--password=${password}`]
}

function clientArguments(port: number, password: string, statement: string): string[] {
  return [...connectionArguments(port, password), '--execute', statement]
}
