// Which error of the API a problem of a storage or of its engine is.

import type { ErrorCode } from '@rookery/contracts/errors.ts'

/** By the codes of the port; its messages already say what happened, why, and what to do. */
export const refusalCodes = {
  unreachable: 'unavailable',
  wrong_password: 'conflict',
  not_found: 'not_found',
  no_space: 'no_space',
  locked: 'conflict',
  damaged: 'conflict',
  denied: 'conflict',
  canceled: 'unavailable',
  engine_missing: 'conflict',
  engine_too_old: 'conflict',
  invalid: 'invalid_input',
  unknown: 'unavailable',
} as const satisfies Record<string, ErrorCode>
