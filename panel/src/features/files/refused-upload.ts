// Tells a refusal by the node apart from other failures, and writes refused types of content into the audit log (8.3).

import { refusedUpload } from '@rookery/contracts/daemon/file-request.ts'
import type { Caller } from '../../platform/caller.ts'
import { TransferError } from '../../platform/daemon-link/link-errors.ts'
import type { RequestFacts } from '../../platform/http/route.ts'
import { PanelError } from '../../platform/panel-error.ts'
import type { Audit } from '../audit/audit.ts'

/** The node has checked this file and said no; others may still be welcome. */
export function isRefusalOfFile(error: unknown): error is PanelError {
  if (!(error instanceof PanelError) || !(error.cause instanceof TransferError)) return false
  return error.status < 500 || error.code === 'no_space'
}

interface Attempt {
  gameServerId: number
  path: string
  caller: Caller
  request: RequestFacts
}

/** Does nothing for refusals of another kind. */
export function auditRefusedUpload(
  audit: Audit,
  error: unknown,
  { gameServerId, path, caller, request }: Attempt,
): void {
  if (!isRefusalOfFile(error) || error.code !== 'unsupported_media_type') return
  const found = refusedUpload.safeParse(parseDetails((error.cause as TransferError).details))
  const details = {
    game_server_id: gameServerId,
    file: path,
    detected_type: found.data?.detected_type ?? 'unknown',
    reason: found.data?.reason ?? error.message,
  }
  audit.record({ event: 'upload.refused', outcome: 'denied', request, details }, caller)
}

function parseDetails(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return null
  }
}
