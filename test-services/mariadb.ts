// A real MariaDB for tests: its own data folder, socket and port.

import { randomBytes } from 'node:crypto'
import { chmodSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { findProgram, type RunningDatabase, type StartPlan, startComponent } from './running-component.ts'
import { createCertificate } from './web-proxies.ts'

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

/** Its certificate, which signs itself, is for 127.0.0.1, and its user must come with TLS. */
export async function startMariadbWithTls(): Promise<RunningDatabase & { certificateFile: string }> {
  let certificateFile = ''
  const mariadb = await start(60, plan => {
    createCertificate(plan.folder, 'IP:127.0.0.1')
    certificateFile = join(plan.folder, 'certificate.pem')
    const key = join(plan.folder, 'key.pem')
    // OpenSSL made it for the one who runs the tests.
    chmodSync(key, 0o644)
    return [`--ssl-cert=${certificateFile}`, `--ssl-key=${key}`]
  })
  return { ...mariadb, certificateFile }
}

/** Nothing of it must outlive a lost machine: it never waits for the disk. */
export function startMariadb({ maxConnections = 60 } = {}): Promise<RunningDatabase> {
  return start(maxConnections, null)
}

async function start(
  maxConnections: number,
  prepareTls: ((plan: StartPlan) => string[]) | null,
): Promise<RunningDatabase> {
  const programs = findPrograms()
  if (programs === null) throw new Error(missingMariadb() ?? '')
  const password = randomBytes(12).toString('hex')
  let databases = 0
  const connectionTo = ({ port }: StartPlan) => [
    ...connectionArguments(port, password),
    ...(prepareTls ? ['--ssl', '--loose-ssl-verify-server-cert=0'] : []),
  ]
  const execute = (plan: StartPlan, statement: string, database: string[] = []) =>
    plan.run(programs.client, [...connectionTo(plan), '--execute', statement, ...database])
  return startComponent({
    name: 'mariadb',
    systemUser: 'mysql',
    start: async plan => {
      // At its start MariaDB removes temporary tables it finds there, also those of another one that runs.
      const places = [`--datadir=${join(plan.folder, 'data')}`, `--tmpdir=${plan.folder}`]
      const encryption = prepareTls?.(plan) ?? []
      const firstStatements = join(plan.folder, 'init.sql')
      await writeFile(
        firstStatements,
        `create user '${user}'@'127.0.0.1' identified by '${password}'${prepareTls ? ' require ssl' : ''};\ngrant all on *.* to '${user}'@'127.0.0.1' with grant option;\n`,
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
        ...[...unsafeButQuick, ...encryption],
        `--init-file=${firstStatements}`,
      ])
    },
    isReady: async plan => {
      await execute(plan, 'select 1')
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
          await execute(plan, `create database ${name}`)
          if (modelUrl !== undefined) {
            const dump = join(plan.folder, `${name}.sql`)
            const model = new URL(modelUrl).pathname.slice(1)
            await plan.run(programs.dump, [
              ...connectionTo(plan),
              ...['--skip-comments', '--skip-lock-tables', `--result-file=${dump}`, model],
            ])
            await execute(plan, `source ${dump}`, [name])
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
