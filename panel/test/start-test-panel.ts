// A whole panel in this process for tests: real HTTP, real SQLite file, real gRPC port, and a clock that can be moved.

import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ErrorBody } from '@rookery/contracts/errors.ts'
import type { SignedIn } from '@rookery/contracts/http/auth.ts'
import { shippedPluginWorker } from '../../test-services/start-program.ts'
import { createApp } from '../src/app.ts'
import { readConfig } from '../src/config/config.ts'
import type { OpenCache } from '../src/platform/cache/cache.ts'
import { MemoryCache } from '../src/platform/cache/memory-cache.ts'
import { openDatabase } from '../src/platform/database/database.ts'
import { migrate } from '../src/platform/database/migrate.ts'
import { readCertificate } from '../src/platform/http/certificate-files.ts'
import type { HeaderTimeLimits } from '../src/platform/http/http-server.ts'
import type { BodyTimeLimits } from '../src/platform/http/logic/body-progress.ts'
import { createLog } from '../src/platform/log.ts'
import { prepareStart } from './prepared-start.ts'
import { requestsTo } from './requests-to.ts'

export const administrator = { login: 'admin', password: 'first password' }

interface TestPanelOptions {
  /** Kept between two panels to test a restart. */
  dataDir?: string
  variables?: Record<string, string>
  fileText?: string
  /** One cache for several panels; whoever opened it closes it. */
  cache?: OpenCache
  administratorPassword?: string
  /** Less than any operator may choose: most tests are about something else than hashing. */
  bcryptCost?: number
  /** A built web application. */
  webFolder?: string
  /** Where the daemon of new nodes is packed from. */
  programFolder?: string
  /** How slowly a body may come. */
  bodyTimes?: BodyTimeLimits
  /** How slowly the head of a request may come. */
  headerTimes?: HeaderTimeLimits
  /** By itself, as a real panel does; else only when asked, and never in the middle of what a test counts. */
  keepsHouse?: boolean
}

const longerThanAnyTestMs = 24 * 60 * 60_000

export type TestPanel = Awaited<ReturnType<typeof startTestPanel>>

export async function startTestPanel(options: TestPanelOptions = {}) {
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'rookery-panel-'))
  const clock = { nowMs: Date.now() }
  const logLines: string[] = []
  const log = createLog('info', { write: line => logLines.push(line) })
  const config = readTestConfig(dataDir, options)
  const stored = config.database
  const isNewFile = stored.driver === 'sqlite' && !existsSync(stored.file)
  const templatesFolder = await prepareStart(dataDir, isNewFile ? stored.file : null)
  const database = await openDatabase(
    stored.driver === 'sqlite'
      ? { driver: stored.driver, sqlitePath: stored.file }
      : { driver: stored.driver, url: stored.url.reveal() },
    log,
  )
  // A prepared file has its schema already.
  if (!isNewFile) await migrate(database)
  const cache = options.cache ?? new MemoryCache({ now: () => clock.nowMs, log })
  const app = await createApp({
    config,
    database,
    cache,
    log,
    version: '0.0.0-test',
    webFolder: options.webFolder ?? join(dataDir, 'no-web'),
    templatesFolder,
    pluginWorkerFile: shippedPluginWorker,
    publicUrl: 'http://localhost:8025',
    tls: config.http.tls && readCertificate(config.http.tls),
    now: () => clock.nowMs,
    ...(options.programFolder ? { programFolder: options.programFolder } : {}),
    ...(options.keepsHouse ? {} : { housekeepingMs: longerThanAnyTestMs }),
    ...(options.bodyTimes ? { bodyTimes: options.bodyTimes } : {}),
    ...(options.headerTimes ? { headerTimes: options.headerTimes } : {}),
  })
  const password = options.administratorPassword ?? administrator.password
  await app.users.seedFirstAdministrator({ login: administrator.login, password, email: '' })
  const { httpPort, grpcPort } = await app.start()
  const url = `${config.http.tls ? 'https' : 'http'}://127.0.0.1:${httpPort}`

  const request = requestsTo(url)

  return {
    url,
    grpcPort,
    dataDir,
    clock,
    logLines,
    app,
    db: database.db,
    versions: database.versions,
    bcryptCost: config.auth.bcryptCost,
    request,
    async signIn(credentials = administrator): Promise<string> {
      const answer = await request('POST', '/api/auth/login', { body: credentials })
      if (answer.status !== 200) throw new Error(`sign-in answered ${answer.status}: ${answer.text}`)
      return (answer.json as SignedIn).token
    },
    /** Ends the panel and keeps its data for the next one. */
    async halt(): Promise<void> {
      await app.stop()
      if (!options.cache) await cache.close()
      await database.close()
    },
    async stop(): Promise<void> {
      await this.halt()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

export const quickBcryptCost = 4
const quickRecoveryCodeWork = 16

export function codeOf(answer: { json: unknown }): string {
  return (answer.json as ErrorBody).code
}

function readTestConfig(dataDir: string, options: TestPanelOptions) {
  const environment = {
    DATA_DIR: dataDir,
    AUTH_SECRET: '0123456789abcdef0123456789abcdef',
    ...options.variables,
  }
  const reading = readConfig({ environment, fileText: options.fileText ?? null, workingDirectory: dataDir })
  if ('problems' in reading) throw new Error(reading.problems.join('\n'))
  const { config } = reading
  const quickCost = options.bcryptCost ?? quickBcryptCost
  const bcryptCost = options.variables?.AUTH_BCRYPT_COST ? config.auth.bcryptCost : quickCost
  const auth = { ...config.auth, bcryptCost, recoveryCodeWork: quickRecoveryCodeWork }
  return { ...config, auth, http: { ...config.http, port: 0 }, grpc: { ...config.grpc, port: 0 } }
}
