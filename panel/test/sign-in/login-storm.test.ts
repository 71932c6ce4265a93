import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import bcrypt from 'bcrypt'
import { expect, test } from 'vitest'
import { processorMsOf } from '../../../test-services/processor-time.ts'
import { proofSize } from '../../../test-services/proof-size.ts'
import { createPasswords } from '../../src/features/users/passwords.ts'
import { PanelError } from '../../src/platform/panel-error.ts'
import type { TestPanel } from '../start-test-panel.ts'
import { addPerson, countOf, panelsOfTest, statusesOf, userRow } from './people.ts'
import { quantile, usePoolThreads, watchThisThread } from './storm-measures.ts'

const start = panelsOfTest()
const people = proofSize({ short: 12, proof: 500 })
/** How long each waits is told by many; that nobody waits for a hash is seen with few. */
const measuresWaiting = proofSize({ short: false, proof: true })

interface StormReport {
  answers: { status: number; tookMs: number }[]
  stormMs: number
  restTookMs: number[]
}

/** Many people with one password, whose hash is computed once. */
async function addCrowd(panel: TestPanel) {
  const { login, password } = await addPerson(panel)
  const { password_hash } = await userRow(panel, login)
  const logins = Array.from({ length: people }, (_, index) => `storm-${index}`)
  const rest = { password_hash, email: null, metadata: '{}', language: null, created_at: 0, updated_at: 0 }
  const rows = logins.map(one => ({ ...rest, login: one, login_key: one, name: one }))
  for (const row of rows) await panel.db.insertInto('users').values(row).execute()
  return { logins, password, passwordHash: password_hash }
}

test(`T-040 ${people} people who sign in at once do not slow the rest`, { timeout: 400_000 }, async () => {
  const panel = await start({ variables: { AUTH_BCRYPT_COST: '10' } })
  const { logins, password, passwordHash } = await addCrowd(panel)
  const oneHashMs = processorMsOf(() => bcrypt.compareSync('x', passwordHash))

  const stopWatching = watchThisThread()
  const stopUsing = usePoolThreads(fileURLToPath(import.meta.url))
  const clients = new Worker(new URL('./storm-clients.mjs', import.meta.url), {
    workerData: { url: panel.url, logins, password, askEveryMs: 20 },
  })
  const [{ answers, stormMs, restTookMs }] = (await once(clients, 'message')) as [StormReport]
  const { longestStretchMs, share } = stopWatching()
  const poolTookMs = await stopUsing()

  const loginMs = quantile(
    answers.map(({ tookMs }) => tookMs),
    0.5,
  )
  const rest = { p50: quantile(restTookMs, 0.5), p99: quantile(restTookMs, 0.99) }
  console.log(
    `storm ${stormMs.toFixed(0)} ms, login p50 ${loginMs.toFixed(0)} ms; the rest p50 ${rest.p50.toFixed(1)}, p99 ${rest.p99.toFixed(0)} ms (${restTookMs.length}); file and DNS p50 ${quantile(poolTookMs, 0.5).toFixed(1)} ms (${poolTookMs.length}); main thread ${(share * 100).toFixed(0)} % of the computing, longest stretch ${longestStretchMs.toFixed(0)} ms, one hash ${oneHashMs.toFixed(0)} ms`,
  )
  expect(countOf(statusesOf(answers), 200)).toBe(people)

  // Hashing on the main thread would make its share nearly everything and each hash a stretch of its own.
  expect(share).toBeLessThan(0.5)
  expect(longestStretchMs).toBeLessThan(15 * oneHashMs)

  // Others are answered while the sign-ins wait in line.
  expect(restTookMs.length).toBeGreaterThan(0)
  if (!measuresWaiting) return
  expect(restTookMs.length).toBeGreaterThan(50)
  expect(rest.p50).toBeLessThan(loginMs / 10)
  expect(rest.p99).toBeLessThan(stormMs / 4)

  // Files and names find a free thread: they wait for no hash, let alone for the whole line of them.
  const hashTakesMs = (stormMs * 2) / people
  expect(poolTookMs.length).toBeGreaterThan(50)
  expect(quantile(poolTookMs, 0.5)).toBeLessThan(hashTakesMs / 2)
  expect(quantile(poolTookMs, 0.99)).toBeLessThan(stormMs / 4)
})

test('T-040 the line of passwords is bounded: 503 at once beyond it, and it empties', async () => {
  const passwords = createPasswords(4)
  const inLine = 1_002
  const beyond = 200
  const hash = await passwords.hash('x')
  let isOpen = true
  const results = Array.from({ length: inLine + beyond }, () =>
    passwords.verify('x', hash).then(
      isRight => ({ isRight, wasOpen: isOpen, status: 200 }),
      error => ({
        isRight: false,
        wasOpen: isOpen,
        status: error instanceof PanelError ? error.status : 500,
      }),
    ),
  )
  const refused = await Promise.all(results.slice(inLine))
  // Nobody waits to be refused: the line is as long as before.
  isOpen = false
  expect(refused.filter(({ status, wasOpen }) => status === 503 && wasOpen)).toHaveLength(beyond)
  const checked = await Promise.all(results.slice(0, inLine))
  expect(checked.filter(({ isRight }) => isRight)).toHaveLength(inLine)
  expect(checked.filter(({ wasOpen }) => !wasOpen).length).toBeGreaterThan(inLine / 2)
  expect(await passwords.verify('x', hash)).toBe(true)
})
