// Problems that may happen anywhere: their code says all, and their texts are always there.

import type { ProblemCode } from '../../platform/api-error.ts'

const frequent = [
  'unreachable',
  'unavailable',
  'internal',
  'forbidden',
  'not_found',
  'not_signed_in',
  'session_restricted',
  'node_offline',
  'no_space',
  'panel_disk_full',
] as const

export const frequentProblem = (code: ProblemCode): (typeof frequent)[number] | undefined =>
  frequent.find(each => each === code)

export const isFrequent = (code: ProblemCode): boolean =>
  frequentProblem(code) !== undefined || code === 'too_many_attempts' || code === 'unreadable'
