// The doctor on real installations: a healthy one, running or not, and each thing that can be wrong with one.

import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { PanelHome } from '../operate/panel-home.ts'

let home: PanelHome
beforeEach(() => {
  home = new PanelHome()
})
afterEach(() => home.remove())

async function doctor() {
  const { status, output } = await home.rookery('doctor')
  return { status, lines: output.trim().split('\n') }
}
const problemsIn = (lines: string[]) => lines.filter(line => line.startsWith('problem'))

function inDatabase(statement: string): void {
  const database = new DatabaseSync(join(home.dataDir, 'panel.sqlite'))
  database.exec(statement)
  database.close()
}

test('nothing is wrong before the first start, while it runs and after it has stopped', async () => {
  expect(await doctor()).toMatchObject({ status: 0 })
  await home.start()
  const running = await doctor()
  expect(running.lines).toContainEqual(expect.stringMatching(/^ok +web port: .*in use by Rookery/))
  expect(running.lines).toContainEqual(expect.stringMatching(/^ok +database: .*up to date/))
  expect(running.lines).toContainEqual(expect.stringMatching(/^ok +cache: memory/))
  expect(running.status).toBe(0)
  expect(await home.rookery('ready')).toMatchObject({ status: 0, output: 'ready\n' })
  await home.halt()
  expect(await doctor()).toMatchObject({ status: 0 })
  expect(await home.rookery('ready')).toMatchObject({
    status: 1,
    output: expect.stringMatching(/^not ready/),
  })
})

test('open secrets, a newer schema and an older node are told with what to do', async () => {
  await home.start()
  await home.halt()
  chmodSync(join(home.dataDir, 'config.env'), 0o644)
  inDatabase(`INSERT INTO nodes (name, version, ips, runtimes, limits, created_at, updated_at)
              VALUES ('basement', '0.0.1', '[]', '[]', '{}', 1, 1)`)
  const first = await doctor()
  expect(first.status).toBe(1)
  expect(problemsIn(first.lines)).toEqual([expect.stringContaining('chmod 600')])
  expect(first.lines).toContainEqual(
    expect.stringMatching(/^warning +node basement: .*update Rookery on that node/),
  )
  chmodSync(join(home.dataDir, 'config.env'), 0o600)
  inDatabase(`INSERT INTO kysely_migration VALUES ('9999-future', '2030-01-01')`)
  const second = await doctor()
  expect(second.status).toBe(1)
  expect(problemsIn(second.lines)).toEqual([expect.stringMatching(/newer version \(9999-future\)/)])
})

test('a database that is gone is told, as the panel tells it when it refuses to start', async () => {
  await home.start()
  await home.halt()
  const database = join(home.dataDir, 'panel.sqlite')
  rmSync(database)
  const gone = await doctor()
  expect(gone.status).toBe(1)
  expect(problemsIn(gone.lines)).toEqual([
    expect.stringMatching(/^problem +database: the database of this installation is gone: .*panel\.sqlite/),
  ])
  expect(gone.lines.join('\n')).not.toContain('will be made')
  expect(existsSync(database)).toBe(false)
})

test('services that are away are told, without their passwords', async () => {
  home.variables = {
    AUTH_SECRET: '0123456789abcdef0123456789abcdef',
    DATABASE_DRIVER: 'postgres',
    DATABASE_URL: 'postgres://rookery:not-for-others@127.0.0.1:1/panel',
    CACHE_DRIVER: 'redis',
    CACHE_REDIS_ADDR: '127.0.0.1:1',
    CACHE_REDIS_PASSWORD: 'not-for-others',
  }
  const { status, lines } = await doctor()
  expect(status).toBe(1)
  expect(problemsIn(lines)).toEqual([
    expect.stringMatching(/^problem +database: .*127\.0\.0\.1/),
    expect.stringMatching(/^problem +cache: Redis at 127\.0\.0\.1:1.*CACHE_REDIS_ADDR/),
  ])
  expect(lines.join('\n')).not.toContain('not-for-others')
})

test('TLS by own files: the panel speaks it, is asked over it, and its end is foreseen', async () => {
  const pem = join(home.folder, 'both.pem')
  const names = ['-subj', '/CN=panel.example', '-addext', 'subjectAltName=DNS:panel.example']
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '5']
  const key = join(home.folder, 'key.pem')
  execFileSync('openssl', ['req', '-x509', ...kind, ...names, '-keyout', key, '-out', pem], {
    stdio: 'ignore',
  })
  writeFileSync(pem, readFileSync(pem, 'utf8') + readFileSync(key, 'utf8'))
  home.variables = { TLS_CERT_FILE: pem, HTTP_HOST: 'panel.example' }
  await home.start()
  expect(await home.rookery('ready')).toMatchObject({ status: 0 })
  const { status, lines } = await doctor()
  expect(lines).toContainEqual(expect.stringMatching(/^warning +TLS certificate: .*expires on .*renew it/))
  expect(lines).toContainEqual(expect.stringMatching(/^ok +web port: .*in use by Rookery/))
  expect(status).toBe(0)
})
