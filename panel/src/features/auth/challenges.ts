// Sign-ins that wait for the second factor: five minutes, five entries, one session (A33).

import { parseJsonOrNull } from '@rookery/primitives/parse-json.ts'
import * as z from 'zod'
import type { Cache } from '../../platform/cache/cache.ts'

const prefix = 'g2fa_'
const wellFormed = /^g2fa_[A-Za-z0-9_-]{43}$/
export const challengeSeconds = 300
const lifeMs = challengeSeconds * 1000
const entriesPerChallenge = 5

const challengeShape = z.object({
  userId: z.int(),
  /** A password changed meanwhile ends the challenge. */
  passwordVersion: z.int(),
  remember: z.boolean(),
})
export type Challenge = z.output<typeof challengeShape>

export interface Challenges {
  open(challenge: Challenge): Promise<string>
  /** Counts one entry of a code; null when the challenge is unknown, over, unreadable, or has had all its entries. */
  enter(challengeToken: string): Promise<Challenge | null>
  /** True for exactly one caller: that one may begin the session. */
  close(challengeToken: string): Promise<boolean>
}

export function createChallenges(cache: Cache, random: (bytes: number) => Buffer): Challenges {
  const open = cache.namespace('sign-in-challenge')
  const entries = cache.namespace('sign-in-challenge-entries')
  return {
    async open(challenge) {
      const challengeToken = prefix + random(32).toString('base64url')
      await open.set(challengeToken, JSON.stringify(challenge), lifeMs)
      return challengeToken
    },
    async enter(challengeToken) {
      if (!wellFormed.test(challengeToken)) return null
      const cached = await open.get(challengeToken)
      if (cached === null) return null
      // One entry too many ends nothing that is still checked: a right code among the first five keeps its session. The
      // count outlives the challenge, so every later entry is refused too.
      const entry = await entries.incrementIfBelow(challengeToken, entriesPerChallenge, lifeMs)
      return entry.allowed ? parseJsonOrNull(challengeShape, cached) : null
    },
    close: async challengeToken => (await open.take(challengeToken)) !== null,
  }
}
