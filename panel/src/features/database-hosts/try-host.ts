// Whether a host does all that the panel will ask of it, tried with a database and a user of their own.

import type { DatabaseHostTrial } from '@rookery/contracts/http/database-hosts.ts'
import { type HostAccess, tryAsUser, withDatabaseEngine } from './engines/database-engine.ts'
import { DatabaseHostProblem } from './engines/host-problem.ts'

const timeLimitMs = 20_000

interface TryDeps {
  now(): number
  random(bytes: number): Buffer
}

export async function tryHost(
  access: HostAccess,
  asked: AbortSignal,
  { now, random }: TryDeps,
): Promise<DatabaseHostTrial> {
  const begunAtMs = now()
  const signal = AbortSignal.any([asked, AbortSignal.timeout(timeLimitMs)])
  const name = `rookery_test_${random(6).toString('hex')}`
  const names = { database: name, user: name }
  const password = random(24).toString('hex')
  let product = ''
  try {
    await withDatabaseEngine(access, signal, async engine => {
      product = await engine.product()
      try {
        await engine.create(names, password)
        await tryAsUser(access, names, password)
      } catch (error) {
        // Said is what failed first.
        await engine.drop(names).catch(() => {})
        throw error
      }
      await engine.drop(names)
    })
    return { is_good: true, took_ms: now() - begunAtMs, product, problem: '' }
  } catch (error) {
    if (!(error instanceof DatabaseHostProblem)) throw error
    return { is_good: false, took_ms: now() - begunAtMs, product, problem: error.message }
  }
}
