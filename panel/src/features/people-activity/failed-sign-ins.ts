// Failed sign-ins, counted in memory for a moment and then added to one line for each account and hour: an attack of
// thousands of attempts is a handful of lines, and an answer takes no longer for a login that somebody has.

import type { Kysely } from 'kysely'
import { inTransaction } from '../../platform/database/portable.ts'
import type { Schema } from '../../platform/database/schema.ts'
import type { Log } from '../../platform/log.ts'
import { withFailures } from './people-activity-rules.ts'
import { addFailedSignIns, type FailedAccount } from './people-activity-store.ts'

interface FailedSignInsDeps {
  db: Kysely<Schema>
  log: Log
  now(): number
  isOn(db: Kysely<Schema>): Promise<boolean>
  written(userIds: number[]): void
}

const windowMs = 60 * 60_000
const waitMs = 500
/** More accounts than this between two writes are an attack on logins; those beyond are not counted. */
const accountLimit = 1_000

export function createFailedSignIns({ db, log, now, isOn, written }: FailedSignInsDeps) {
  let waiting = new Map<string, FailedAccount>()
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> = Promise.resolve()

  async function writeAll(accounts: Map<string, FailedAccount>): Promise<void> {
    try {
      const isWritten = await inTransaction(db, async transaction => {
        if (!(await isOn(transaction))) return false
        for (const [key, account] of accounts) await addFailedSignIns(transaction, key, account)
        return true
      })
      if (isWritten) written([...accounts.values()].flatMap(({ user }) => user?.id ?? []))
    } catch (error) {
      log.warn({ err: error, accounts: accounts.size }, 'failed sign-ins are missing in the activity')
    }
  }

  function flush(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    const accounts = waiting
    waiting = new Map()
    if (accounts.size > 0) writing = writing.then(() => writeAll(accounts))
    return writing
  }

  return {
    /** Returns at once. */
    note(user: FailedAccount['user'], what: 'password' | 'code', address: string): void {
      const atMs = now()
      const key = `failed ${user?.id ?? 'unknown'} ${Math.floor(atMs / windowMs)}`
      const known = waiting.get(key)
      if (!known && waiting.size >= accountLimit) return
      const failures = withFailures(known?.failures, {
        wrongPasswords: what === 'password' ? 1 : 0,
        wrongCodes: what === 'code' ? 1 : 0,
        firstAtMs: atMs,
        lastAtMs: atMs,
        addresses: [address],
      })
      waiting.set(key, { user: user && { id: user.id, login: user.login }, failures })
      timer ??= setTimeout(() => void flush(), waitMs).unref()
    },
    flush,
  }
}
