// Challenge numbers that prove the asker owns its address, computed instead of remembered so that nobody can fill a table.

import { createHmac } from 'node:crypto'

export const challengeWindowMs = 60_000

export function challengeFor(secret: Buffer, address: string, nowMs: number): number {
  const window = Math.floor(nowMs / challengeWindowMs)
  const number = createHmac('sha256', secret).update(`${window} ${address}`).digest().readUInt32LE(0)
  // 0 and -1 mean "no challenge yet" to clients.
  return number === 0 || number === 0xffffffff ? 1 : number
}

export function isChallengeRight(
  secret: Buffer,
  address: string,
  nowMs: number,
  given: number | null,
): boolean {
  if (given === null) return false
  return (
    given === challengeFor(secret, address, nowMs) ||
    given === challengeFor(secret, address, nowMs - challengeWindowMs)
  )
}
