// What a sign-in with login and password leads to, in the order of the specification (A21).

export interface LoginFacts {
  /** False also for a login that nobody has. */
  isPasswordRight: boolean
  hasSecondFactor: boolean
  /** An administrator without a second factor after the deadline. */
  isPastDeadline: boolean
}

export type LoginOutcome =
  | 'wrong credentials'
  /** The second factor comes before the enforcement: switching that off helps nobody who has enrolled (5.5.8). */
  | 'second factor wanted'
  | 'restricted session'
  | 'full session'

export function loginOutcome(facts: LoginFacts): LoginOutcome {
  if (!facts.isPasswordRight) return 'wrong credentials'
  if (facts.hasSecondFactor) return 'second factor wanted'
  return facts.isPastDeadline ? 'restricted session' : 'full session'
}
