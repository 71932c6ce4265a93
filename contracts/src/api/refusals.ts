// Which refusals a route can answer, by what it takes and by the file it belongs to; an endpoint adds its own.

import { type ErrorCode, errors } from '../errors.ts'
import type { Endpoint } from '../http/endpoint.ts'
import type { EndpointFile } from './endpoint-files.ts'

/** Of files whose operations ask a node that has to be online. */
const asksNode: readonly EndpointFile[] = [
  'files',
  'players',
  'rcon',
  'backups',
  'backup-storages',
  'found-servers',
  'unknown-servers',
  'schedules',
  'metrics',
  'sftp',
]
const asksGame: readonly EndpointFile[] = ['players', 'rcon']
/** Of files whose changes never meet a state that they do not fit. */
const neverConflicts: readonly EndpointFile[] = [
  'activity',
  'auth',
  'metrics',
  'public-config',
  'tokens',
  'node-install',
]

export function refusalsOf(endpoint: Endpoint, file: EndpointFile): ErrorCode[] {
  const { body, bytes, query, params, method, idempotencyKey, refuses = [] } = endpoint
  const changes = method !== 'GET' && method !== 'HEAD' && method !== 'OPTIONS'
  const codes = new Set<ErrorCode>(refuses)
  const add = (when: boolean, ...more: ErrorCode[]) => {
    if (when) for (const code of more) codes.add(code)
  }
  add(body !== undefined, 'malformed_request', 'invalid_input')
  add(body !== undefined || (changes && bytes?.body !== undefined), 'too_large', 'unsupported_media_type')
  add(query !== undefined || bytes !== undefined, 'invalid_input')
  add(params !== undefined, 'not_found')
  add(changes && !neverConflicts.includes(file), 'conflict')
  add(
    asksNode.includes(file) || /^\/api\/(servers\/\{server\}|nodes\/\{id\})/.test(endpoint.path),
    'node_offline',
  )
  add(idempotencyKey === 'taken', 'idempotency_in_progress', 'idempotency_key_reused')
  add(idempotencyKey === 'taken' || idempotencyKey === 'refused', 'invalid_input')
  add(asksGame.includes(file), 'game_unreachable', 'conflict')
  // What a node makes of a path, and of the headers of an upload.
  add(file === 'files', 'malformed_request')
  add(file === 'files' && changes, 'no_space')
  add(changes, 'panel_disk_full')
  add(true, 'unavailable', 'internal')
  return (Object.keys(errors) as ErrorCode[]).filter(code => codes.has(code))
}
