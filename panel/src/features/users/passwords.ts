// Password hashes of section 5.7: bcrypt over SHA-256, a few at a time so that other work keeps its threads.

import { createHash } from 'node:crypto'
import bcrypt from 'bcrypt'
import { PanelError } from '../../platform/panel-error.ts'

const parallelHashes = 2
const waitingLimit = 1_000

export interface Passwords {
  hash(password: string): Promise<string>
  /** With a hash of null the same work is done for a user that does not exist. */
  verify(password: string, hash: string | null): Promise<boolean>
  needsRehash(hash: string): boolean
}

/** Base64 has no zero byte, at which bcrypt would stop reading. */
function digest(password: string): string {
  return createHash('sha256').update(password, 'utf8').digest('base64')
}

export function createPasswords(cost: number): Passwords {
  const inTurn = createTurns(parallelHashes, waitingLimit)
  const hash = (password: string) => inTurn(() => bcrypt.hash(digest(password), cost))
  return {
    hash,
    async verify(password, stored) {
      const matches = await inTurn(() => bcrypt.compare(digest(password), stored ?? hashOfNobody(cost)))
      return matches && stored !== null
    },
    needsRehash: stored => bcrypt.getRounds(stored) < cost,
  }
}

/** Has the form and the cost of a hash, so comparing with it is the same work; no password is known to fit it. */
function hashOfNobody(cost: number): string {
  return `$2b$${String(cost).padStart(2, '0')}$${'N'.repeat(21)}u${'O'.repeat(31)}`
}

/** Runs work with a bound on how much runs and how much waits. */
function createTurns(parallel: number, limit: number): <T>(work: () => Promise<T>) => Promise<T> {
  let running = 0
  const waiting: (() => void)[] = []
  return async work => {
    if (running >= parallel) {
      if (waiting.length >= limit)
        throw new PanelError('unavailable', { message: 'too many sign-ins at the same time, try again' })
      await new Promise<void>(resolve => waiting.push(resolve))
    } else {
      running += 1
    }
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}
