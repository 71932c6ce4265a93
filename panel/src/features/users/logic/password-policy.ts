// The password policy of section 5.7: a length in bytes, and a list of passwords that everybody knows. Nothing else.

import { Buffer } from 'node:buffer'

export const passwordLimits = { minBytes: 12, maxBytes: 128 } as const

/** What is wrong with a new password, as a sentence for its owner; null when it may be used. */
export function findPasswordProblem(
  password: string,
  isCompromised: (password: string) => boolean,
): string | null {
  const { minBytes, maxBytes } = passwordLimits
  const bytes = Buffer.byteLength(password, 'utf8')
  if (bytes < minBytes) return `must be at least ${minBytes} bytes long, this is ${bytes}`
  if (bytes > maxBytes) return `must be at most ${maxBytes} bytes long, this is ${bytes}`
  if (isCompromised(password)) return 'is on a list of passwords that are publicly known, choose another one'
  return null
}
