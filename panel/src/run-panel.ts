// Runs the panel: configuration, database, application, ports; says in one line what stands in the way.

import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { type DatabaseLoadReport, databaseLoad } from '@rookery/contracts/panel-backup.ts'
import type { PanelMessage, UpMessage } from '@rookery/contracts/up-protocol.ts'
import { migrations } from '../migrations/index.ts'
import packageJson from '../package.json' with { type: 'json' }
import { type App, createApp } from './app.ts'
import { ownOrigin } from './config/build-config.ts'
import { describeReport, reportOnConfig } from './config/check-report.ts'
import { type Config, loadConfig } from './config/config.ts'
import { checkServices, openCache, openInstallation } from './open-services.ts'
import { prepareCertificate, startAcme } from './platform/acme/acme.ts'
import type { OpenCache } from './platform/cache/cache.ts'
import { keepCompiled, makeCompileCacheFolder } from './platform/compile-cache.ts'
import type { Database } from './platform/database/database.ts'
import { readCertificate, watchCertificate } from './platform/http/certificate-files.ts'
import { writeInstallationFile } from './platform/installation/installation.ts'
import { createLog, type Log } from './platform/log.ts'
import { releaseStartMemory } from './platform/release-start-memory.ts'

const localNodeName = 'This machine'

export async function runPanel(): Promise<void> {
  const reading = loadConfig(process.env, process.cwd())
  if (process.argv.includes('--check-config')) {
    const report = reportOnConfig(reading, Object.keys(migrations))
    const lines = process.argv.includes('--json') ? [JSON.stringify(report)] : describeReport(report)
    process.stdout.write(`${lines.join('\n')}\n`)
    process.exit(report.problems.length > 0 ? 1 : 0)
  }
  if ('problems' in reading) {
    for (const problem of reading.problems) process.stderr.write(`rookery panel: ${problem}\n`)
    process.exit(1)
  }

  const { config } = reading
  if (process.argv.includes('--check-services')) {
    process.stdout.write(`${JSON.stringify(await checkServices(config, packageJson.version))}\n`)
    process.exit(0)
  }
  if (process.argv.includes('--dump-database')) {
    process.exit(await dumpToOutput(config))
  }
  if (process.argv.includes('--load-database')) {
    const report = await loadFromOrder(config)
    process.stdout.write(`${JSON.stringify(report)}\n`, () => process.exit(report.problem === null ? 0 : 1))
    await new Promise(() => {})
  }
  if (process.argv.includes('--user-command')) {
    const { runUserCommand } = await import('./run-user-command.ts')
    const report = await runUserCommand(config, process.stdin)
    process.stdout.write(`${JSON.stringify(report)}\n`, () => process.exit(report.problem === null ? 0 : 1))
    await new Promise(() => {})
  }
  const log = createLog(config.log.level)
  for (const { level, message } of reading.warnings) log[level](message)
  try {
    await run(config, log)
  } catch (error) {
    process.stderr.write(`rookery panel: ${messageOf(error, config)}\n`)
    log.debug({ err: error }, 'the panel did not start')
    process.exit(1)
  }
}

/** For `rookery upgrade`, which gives a file as standard output; an SQLite file is copied without the panel. */
async function dumpToOutput({ database }: Config): Promise<number> {
  const { dumpDatabase } = await import('./platform/database/upkeep/dump-database.ts')
  try {
    if (database.driver === 'sqlite') throw new Error('an SQLite database is a file: copy it')
    await dumpDatabase(database.driver, database.url.reveal(), process.stdout.fd)
    return 0
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    return 1
  }
}

/** For `rookery panel restore`. Ctrl-C ends the program of the database too, and what was loaded is undone. */
async function loadFromOrder({ database }: Config): Promise<DatabaseLoadReport> {
  const { loadDump } = await import('./platform/database/upkeep/load-dump.ts')
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {})
  try {
    const { file, keep_in: keepIn } = databaseLoad.parse(JSON.parse(await text(process.stdin)))
    if (database.driver === 'sqlite') throw new Error('an SQLite database is a file: copy it')
    const { driver, url } = database
    return { problem: null, kept: await loadDump({ driver, url: url.reveal(), file, keepIn }) }
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error), kept: null }
  }
}

async function run(config: Config, log: Log): Promise<void> {
  mkdirSync(config.dataDir, { recursive: true, mode: 0o711 })
  const beginsAnew = process.argv.includes('--new-installation')
  const { database, installationId } = await openInstallation(config, log, beginsAnew)
  const cache = await openCache(config, log)
  const bundledWorker = beside('./plugin-worker.mjs')
  if (config.http.acme) prepareCertificate(config.http.acme, log)
  const tls = config.http.tls && readCertificate(config.http.tls)
  const app = await createApp({
    config,
    database,
    cache,
    log,
    version: packageJson.version,
    webFolder: firstThatExists(['../web/dist', '../../web/dist']),
    templatesFolder: firstThatExists(['./templates', '../../templates']),
    programFolder: dirname(firstThatExists(['../dist', '../../dist'])),
    publicUrl: ownOrigin(config.http, config.http.port),
    ...(bundledWorker && { pluginWorkerFile: bundledWorker }),
    tls,
  })
  const firstRun = await seedFirstAdministrator(config, app)
  if (firstRun && firstRun.password !== null && !process.send) {
    leaveFirstPassword(config.dataDir, { login: firstRun.login, password: firstRun.password }, log)
  }
  writeInstallationFile(config.configFile, installationId, log)
  const { httpPort, grpcPort } = await app.start()
  const url = ownOrigin(config.http, httpPort)
  if (config.http.tls && tls) {
    const watch = watchCertificate({ files: config.http.tls, current: tls, use: app.useCertificate, log })
    if (config.http.acme) startAcme({ settings: config.http.acme, origin: url, changed: watch.check, log })
  }
  log.info({ url, grpc_port: grpcPort }, 'the panel is ready')
  notifyUp({ kind: 'ready', url, grpcPort, ...(firstRun ? { firstRun } : {}) })
  serveUp(app, url)
  stopOnSignals({ app, database, cache, log })
  makeCompileCacheFolder(config.dataDir)
  releaseStartMemory(keepCompiled)
}

/** Null when somebody is there already; the password is null when it was chosen beforehand. */
async function seedFirstAdministrator(config: Config, app: App) {
  const { login, email, password } = config.firstAdministrator
  const chosen = password?.reveal()
  const made = await app.users.seedFirstAdministrator({
    login,
    email: email ?? '',
    password: chosen || randomBytes(15).toString('base64url'),
  })
  if (!made) return null
  return { login: made.login, password: chosen ? null : made.password }
}

/** For a panel without `rookery up`, which shows it: a log is kept and copied, so it must not stand there. */
function leaveFirstPassword(
  dataDir: string,
  { login, password }: { login: string; password: string },
  log: Log,
): void {
  const file = join(dataDir, 'first-administrator.txt')
  rmSync(file, { force: true })
  const message = `login     ${login}\npassword  ${password}\n\nSign in, change the password, and remove this file.\n`
  writeFileSync(file, message, { mode: 0o600, flag: 'wx' })
  log.warn(
    { file },
    'the first administrator was made; the file holds the password, remove it after signing in',
  )
}

/** Folders stand elsewhere in a bundle than in the source tree. */
function firstThatExists(candidates: string[]): string {
  const paths = candidates.map(candidate => fileURLToPath(new URL(candidate, import.meta.url)))
  return paths.find(path => existsSync(path)) ?? paths[0] ?? ''
}

/** Null when the panel runs from its source. */
function beside(file: string): URL | null {
  const url = new URL(file, import.meta.url)
  return existsSync(url) ? url : null
}

function notifyUp(message: PanelMessage): void {
  process.send?.(message)
}

/** `rookery up` may ask for a key for the machine that it runs on. */
function serveUp(app: App, url: string): void {
  if (!process.send) return
  const enrollLocalNode = async () => {
    try {
      const node = (await app.nodes.findByName(localNodeName)) ?? (await app.nodes.create(localNodeName))
      const { key } = await app.nodes.issueEnrollment(node.id)
      notifyUp({ kind: 'local-enrollment', key, panelUrl: url })
    } catch (error) {
      notifyUp({ kind: 'failed', message: error instanceof Error ? error.message : 'unknown reason' })
    }
  }
  process.on('message', (message: UpMessage) => {
    if (message?.kind === 'enroll-local-node') void enrollLocalNode()
  })
}

interface Running {
  app: App
  database: Database
  cache: OpenCache
  log: Log
}

function stopOnSignals({ app, database, cache, log }: Running): void {
  let isStopping = false
  const stop = async (reason: string) => {
    if (isStopping) return
    isStopping = true
    log.info({ reason }, 'the panel stops')
    setTimeout(() => process.exit(1), 30_000).unref()
    await app.stop()
    await cache.close()
    await database.close()
    process.exit(0)
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop(signal))
  process.on('disconnect', () => void stop('the program that started it is gone'))
}

function messageOf(error: unknown, config: Config): string {
  if (!(error instanceof Error)) return 'it cannot start, for an unknown reason'
  const code = 'code' in error ? error.code : undefined
  const { bindIp, port } = config.http
  if (code === 'EADDRINUSE') {
    return `cannot listen on ${bindIp} port ${port}: another program uses it. Stop that program, or choose another HTTP_PORT in ${config.configFile}`
  }
  if (code === 'EACCES' && 'syscall' in error && error.syscall === 'listen') {
    return `cannot listen on ${bindIp} port ${port}: ports below 1024 need special privileges. Choose a higher HTTP_PORT`
  }
  if (code === 'EADDRNOTAVAIL')
    return `cannot listen on ${bindIp}: this machine does not have that address. Correct HTTP_BIND_IP`
  if (code === 'EACCES' || code === 'EROFS' || code === 'EPERM') {
    return `the data folder ${config.dataDir} cannot be written (${code}). Make it writable for this user, or set DATA_DIR`
  }
  return error.message
}
