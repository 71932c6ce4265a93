// The closed table of error codes: what the HTTP API may answer when it refuses, with status and default sentence.

import type { ObjectType, Permission } from './game-server-permissions.ts'
import type { PlanShortage } from './plan-items.ts'
import type { TokenAbility } from './token-abilities.ts'

export const errors = {
  malformed_request: { status: 400, message: 'the request could not be read' },
  not_signed_in: { status: 401, message: 'sign in first: the token is missing, invalid or revoked' },
  wrong_credentials: { status: 401, message: 'wrong login or password' },
  wrong_second_factor: { status: 401, message: 'the code is wrong or already used' },
  challenge_ended: { status: 401, message: 'this sign-in has ended, enter the password again' },
  session_restricted: { status: 403, message: 'session is restricted to two-factor enrollment' },
  user_suspended: { status: 403, message: 'this account is suspended' },
  forbidden: { status: 403, message: 'you do not have permission to do this' },
  not_found: { status: 404, message: 'there is nothing at this address' },
  method_not_allowed: { status: 405, message: 'this address does not take this method' },
  too_slow: { status: 408, message: 'the body of the request came too slowly' },
  conflict: { status: 409, message: 'this does not fit the current state' },
  secret_unreadable: {
    status: 409,
    message:
      'a stored secret cannot be read: ENCRYPTION_KEY is missing or is not the one that sealed it. Restore the key, or set the value again',
  },
  history_off: {
    status: 409,
    message:
      'this node stores no history of metrics: set metrics.history to true in its daemon.yaml and restart its daemon',
  },
  plan_limit: { status: 409, message: 'this does not fit into the plan' },
  server_suspended: { status: 409, message: 'the game server is suspended' },
  idempotency_in_progress: {
    status: 409,
    message:
      'the first request with this Idempotency-Key is still being worked on: send it again in a moment',
  },
  precondition_failed: { status: 412, message: 'it was changed in the meantime' },
  too_large: { status: 413, message: 'the request is too large' },
  unsupported_media_type: { status: 415, message: 'this type of content is not accepted' },
  range_not_satisfiable: { status: 416, message: 'the file does not reach that far' },
  invalid_input: { status: 422, message: 'some fields are not valid' },
  idempotency_key_reused: {
    status: 422,
    message:
      'this Idempotency-Key belongs to another request: choose a new one for each thing that you create',
  },
  upgrade_required: { status: 426, message: 'this address speaks WebSocket only' },
  too_many_attempts: { status: 429, message: 'too many failed attempts, try again in 15 minutes' },
  internal: { status: 500, message: 'something went wrong in the panel' },
  unavailable: { status: 503, message: 'the panel cannot answer this right now, try again' },
  captcha_unavailable: { status: 503, message: 'the CAPTCHA service is not responding' },
  game_unreachable: { status: 503, message: 'the game is not responding' },
  database_host_unavailable: { status: 503, message: 'the database host is not responding' },
  node_offline: { status: 503, message: 'the node is not connected' },
  panel_disk_full: {
    status: 507,
    message:
      "the panel's disk is full, so nothing was changed: free up space on it, and the panel continues automatically",
  },
  no_space: { status: 507, message: 'there is no space left on the node' },
} as const satisfies Record<string, { status: number; message: string }>

export type ErrorCode = keyof typeof errors

/** What would have opened a refused route: one of these. Told by the route alone, never by whether an object exists. */
export type MissingRight =
  | { ability: TokenAbility }
  | { permission: Permission; object_type?: ObjectType }
  /** No ability of an access token opens it. */
  | { credential: 'session_or_service_account' }
  /** Left to people, whatever a service account holds. */
  | { credential: 'session' }

/** The body of every refused request. */
export interface ErrorBody {
  status: 'error'
  code: ErrorCode
  message: string
  http_code: number
  request_id: string
  errors?: Record<string, string[]>
  /** Of a 403. */
  missing?: MissingRight
  /** Of plan_limit: what the plan does not have any more. */
  shortages?: readonly PlanShortage[]
}
