// T-104: the database goes away under load, in the two ways in which databases go, and comes back.

import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { missingMariadb } from '../../../test-services/mariadb.ts'
import { openPausableProxy, type PausableProxy } from '../../../test-services/pausable-proxy.ts'
import { missingPostgres } from '../../../test-services/postgres.ts'
import { proofSize } from '../../../test-services/proof-size.ts'
import { sharedMariadb, sharedPostgres } from '../../../test-services/shared.ts'
import { startTestPanel, type TestPanel } from '../start-test-panel.ts'

const clients = 8
const scrapeToken = 'only-prometheus-has-this'
/** For so long the list of game servers may still be answered as it was: nobody can have changed it. */
const retainedMs = 1_100
/** The answer itself must come in under 5 s; the rest is for a test machine that does other things too. */
const slowestMs = 15_000

interface Answer {
  path: string
  status: number
  ms: number
  isGone: boolean
}

const engines = [
  { name: 'PostgreSQL', driver: 'postgres', missing: missingPostgres(), open: sharedPostgres },
  { name: 'MariaDB', driver: 'mysql', missing: missingMariadb(), open: sharedMariadb },
]

/** How its driver tells that a database is gone is in the conformance suite of each; what the panel makes of it is the same. */
const shown = engines.slice(0, proofSize({ short: 1, proof: engines.length }))

describe.each(shown)('the database is gone: $name', ({ driver, missing, open }) => {
  let proxy: PausableProxy
  let panel: TestPanel
  let sessionToken: string
  let accessToken: string
  beforeAll(async () => {
    if (missing !== null) return
    const database = await open()
    proxy = await openPausableProxy(database.port)
    const url = proxy.through(await database.createMigratedDatabase())
    const prometheus = { PROMETHEUS_ENABLED: 'true', PROMETHEUS_TOKEN: scrapeToken }
    panel = await startTestPanel({ variables: { DATABASE_DRIVER: driver, DATABASE_URL: url, ...prometheus } })
    Object.defineProperty(panel.clock, 'nowMs', { get: Date.now })
    sessionToken = await panel.signIn()
    const body = { name: 'a script', abilities: ['server:list'] }
    accessToken = (await panel.request('POST', '/api/tokens', { sessionToken, body })).json.token
  })
  afterAll(async () => {
    await panel?.stop()
    await proxy?.close()
  })

  const wrongLogin = (login: string) =>
    panel.request('POST', '/api/auth/login', { body: { login, password: 'wrong' } })

  test.skipIf(missing !== null).each([
    { way: 'silently', go: () => proxy.goSilent() },
    { way: 'refusing', go: () => proxy.refuse() },
  ])(
    'T-104 $way: quick 5xx, no wrong 200, no 401, no counter lost, and it recovers',
    async ({ way, go }) => {
      const victim = `victim-${way}`
      for (let tries = 0; tries < 3; tries++) expect((await wrongLogin(victim)).status).toBe(401)

      const answers: Answer[] = []
      let isGone = false
      let goneSince = Number.POSITIVE_INFINITY
      let isOver = false
      const ask = async (path: string, token: string) => {
        const [beganAt, wasGone] = [performance.now(), isGone]
        const { status } = await panel.request('GET', path, { sessionToken: token })
        const mayBeCached = path === '/api/servers' && beganAt < goneSince + retainedMs
        const ms = performance.now() - beganAt
        answers.push({ path, status, ms, isGone: wasGone && isGone && !mayBeCached })
      }
      const load = Array.from({ length: clients }, async (_, index) => {
        while (!isOver) {
          await ask('/api/servers', index % 2 === 0 ? sessionToken : accessToken)
          await ask('/api/tasks', sessionToken)
          await delay(20)
        }
      })
      try {
        await expect.poll(() => answers.length).toBeGreaterThan(clients * 2)
        go()
        goneSince = performance.now()
        isGone = true
        // Everybody has had an answer that must be a refusal.
        await expect.poll(() => answers.filter(answer => answer.isGone).length).toBeGreaterThan(clients)
        // What it knew a moment ago counts for a second.
        await expect.poll(async () => (await panel.request('GET', '/api/ready')).status).toBe(503)
        // A sign-in without a database is nobody's fault: neither 401 nor counted.
        expect((await wrongLogin(victim)).status).toBeGreaterThanOrEqual(500)
        // Prometheus is told just that, before it gives up.
        const scrape = await panel.request('GET', '/metrics', { sessionToken: scrapeToken })
        expect([scrape.status, /^rookery_database_up .*$/m.exec(scrape.text)?.[0]]).toEqual([
          200,
          'rookery_database_up 0',
        ])
        isGone = false
        proxy.pass()
        await expect
          .poll(async () => (await panel.request('GET', '/api/servers', { sessionToken })).status, {
            timeout: 60_000,
          })
          .toBe(200)
      } finally {
        isOver = true
        await Promise.allSettled(load)
      }

      const during = answers.filter(answer => answer.isGone)
      expect(during.length).toBeGreaterThan(0)
      expect(new Set(during.map(({ status }) => Math.floor(status / 100)))).toEqual(new Set([5]))
      expect(answers.filter(({ status }) => status === 401)).toEqual([])
      expect(Math.max(...answers.map(({ ms }) => ms))).toBeLessThan(slowestMs)
      expect((await panel.request('GET', '/api/health')).status).toBe(200)
      expect((await panel.request('GET', '/api/ready')).status).toBe(200)

      expect((await wrongLogin(victim)).status).toBe(401)
      expect((await wrongLogin(victim)).status).toBe(401)
      expect((await wrongLogin(victim)).status).toBe(429)
      const slowest = Math.max(...during.map(({ ms }) => ms))
      console.log(`${during.length} answers without a database, the slowest after ${Math.round(slowest)} ms`)
    },
    180_000,
  )
})
