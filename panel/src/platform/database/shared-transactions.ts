// Small writes of many callers in few transactions: what comes while one is under way goes together into the next. A
// thousand nodes' reports at one moment then cost about as many commits as a dozen.

import type { Kysely, Transaction } from 'kysely'
import { isOutage } from './database-errors.ts'
import { inTransaction } from './portable.ts'
import type { Schema } from './schema.ts'

type Work = (transaction: Transaction<Schema>) => Promise<void>

interface Job {
  work: Work
  done: PromiseWithResolvers<void>
}

/** Few enough that nobody else waits long for the database. */
const jobsAtOnce = 50

/** Resolves when the work is stored. It may run more than once, so it must touch nothing but the transaction. */
export type ShareTransaction = (work: Work) => Promise<void>

export function createSharedTransactions(db: Kysely<Schema>): ShareTransaction {
  let waiting: Job[] = []
  let isUnderWay = false

  async function run(): Promise<void> {
    isUnderWay = true
    while (waiting.length > 0) {
      const jobs = waiting.slice(0, jobsAtOnce)
      waiting = waiting.slice(jobsAtOnce)
      await runTogether(jobs)
    }
    isUnderWay = false
  }

  /** Never rejects: each job hears of its own fault alone. */
  async function runTogether(jobs: readonly Job[]): Promise<void> {
    try {
      await inTransaction(db, async transaction => {
        for (const { work } of jobs) await work(transaction)
      })
      for (const { done } of jobs) done.resolve()
    } catch (error) {
      // Each would wait as long as this one did.
      if (jobs.length === 1 || isOutage(error)) for (const { done } of jobs) done.reject(error)
      else for (const job of jobs) await runTogether([job])
    }
  }

  return work => {
    const done = Promise.withResolvers<void>()
    waiting.push({ work, done })
    if (!isUnderWay) void run()
    return done.promise
  }
}
