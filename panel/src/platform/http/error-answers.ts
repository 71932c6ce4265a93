// The one translation of errors into HTTP answers.

import type { ErrorBody, ErrorCode } from '@rookery/contracts/errors.ts'
import { errors } from '@rookery/contracts/errors.ts'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import type * as z from 'zod'
import { CacheUnavailableError } from '../cache/cache.ts'
import { NodeOfflineError, NodeTimeoutError } from '../daemon-link/link-errors.ts'
import { isDiskFull, isOutage } from '../database/database-errors.ts'
import type { Log } from '../log.ts'
import { PanelError } from '../panel-error.ts'
import { describeUnknownField, type UnknownField } from './logic/unknown-fields.ts'

/** Turns what zod found into `field → sentences`; the whole input is called `body`. */
export function invalidInput(
  part: string,
  issues: readonly z.core.$ZodIssue[],
  unknown: readonly UnknownField[] = [],
): PanelError {
  const fields: Record<string, string[]> = {}
  const add = (field: string, message: string) => {
    fields[field] = [...(fields[field] ?? []), message]
  }
  for (const { field, message } of unknown.map(describeUnknownField)) add(field, message)
  for (const issue of issues) {
    // A strict object finds them too; they are told above, with what was meant.
    if (issue.code === 'unrecognized_keys' && unknown.length > 0) continue
    add(issue.path.length === 0 ? part : issue.path.map(String).join('.'), issue.message)
  }
  return new PanelError('invalid_input', { fields })
}

const codeOfStatus: Record<number, ErrorCode> = {
  400: 'malformed_request',
  404: 'not_found',
  408: 'too_slow',
  413: 'too_large',
  // An id that long cannot exist.
  414: 'not_found',
  415: 'unsupported_media_type',
  431: 'too_large',
  503: 'unavailable',
}

function asPanelError(error: FastifyError | Error): PanelError {
  if (error instanceof PanelError) return error
  if (error instanceof NodeOfflineError) return new PanelError('node_offline', { cause: error })
  if (error instanceof NodeTimeoutError) {
    return new PanelError('unavailable', {
      message:
        'the node did not answer in time, so it is not known whether this was done: check before you try again',
      cause: error,
    })
  }
  if (isDiskFull(error)) return new PanelError('panel_disk_full', { cause: error })
  if (error instanceof CacheUnavailableError || isOutage(error))
    return new PanelError('unavailable', { cause: error })
  const status = 'statusCode' in error ? error.statusCode : undefined
  const code = status === undefined ? undefined : codeOfStatus[status]
  if (code) return new PanelError(code, { cause: error })
  return new PanelError('internal', { cause: error })
}

export function errorBody(error: PanelError, requestId: string): ErrorBody {
  return {
    status: 'error',
    code: error.code,
    message: error.status >= 500 ? publicSentence(error) : error.message,
    http_code: error.status,
    request_id: requestId,
    ...(error.fields ? { errors: error.fields } : {}),
    ...(error.missing ? { missing: error.missing } : {}),
    ...(error.shortages ? { shortages: error.shortages } : {}),
  }
}

/** An unexpected failure never tells its internals. */
function publicSentence(error: PanelError): string {
  return error.code === 'internal' ? errors.internal.message : error.message
}

export function answerError(
  log: Log,
  error: FastifyError | Error,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  const panelError = asPanelError(error)
  if (panelError.status >= 500) {
    log.error({ err: panelError.cause, request_id: request.id }, 'request failed')
  }
  void reply
    .code(panelError.status)
    .headers(panelError.headers)
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(errorBody(panelError, request.id)))
}
