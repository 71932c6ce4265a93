// Which errors a node may answer with: it knows files and games, and decides nothing about who is signed in.

import type { ErrorCode } from '@rookery/contracts/errors.ts'

const nodeErrorCodes: ReadonlySet<string> = new Set([
  'malformed_request',
  'forbidden',
  'not_found',
  'conflict',
  'precondition_failed',
  'too_large',
  'unsupported_media_type',
  'range_not_satisfiable',
  'invalid_input',
  'internal',
  'unavailable',
  'game_unreachable',
  'no_space',
] satisfies ErrorCode[])

/** Any other, of a later version or of a node that is not ours any more, reads as `unavailable`. */
export function nodeErrorCode(code: string): ErrorCode {
  return nodeErrorCodes.has(code) ? (code as ErrorCode) : 'unavailable'
}
