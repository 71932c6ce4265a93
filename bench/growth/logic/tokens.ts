// The personal access tokens and ended login sessions of a generated installation. A token's number is its id.

import { createHash } from 'node:crypto'
import type { TokenAbility } from '@rookery/contracts/token-abilities.ts'
import type { Sizes } from './sizes.ts'

const dayMs = 86_400_000

export const abilities = ['server:list', 'server:start', 'server:stop'] as const satisfies TokenAbility[]

const bytesOf = (text: string) => createHash('sha256').update(text).digest()
const secretOf = (number: number) => bytesOf(`token ${number}`).toString('base64url')

/** Everybody has as many as the others, one more or less. */
export function holderOf(number: number, { people }: Sizes): number {
  return 1 + ((number - 1) % people)
}

/** What a script sends. */
export function tokenText(number: number): string {
  return `${number}|${secretOf(number)}`
}

export function secretHash(number: number): string {
  return createHash('sha256').update(secretOf(number)).digest('hex')
}

export function jtiOf(number: number): string {
  return bytesOf(`session ${number}`).subarray(0, 18).toString('base64url')
}

/** From 30 days ago, before which they are forgotten, to a week ahead, which is the longest life. */
export function endOfSession(number: number, sizes: Sizes, nowMs: number): number {
  return nowMs - 30 * dayMs + Math.floor((number / sizes.revokedLoginSessions) * 37 * dayMs)
}
