// What a failed call throws: the panel's own words and code, or the fact that it could not be reached.

import type { ErrorBody, ErrorCode } from '@rookery/contracts/errors.ts'
import type { PlanShortage } from '@rookery/contracts/plan-items.ts'

export type ProblemCode = ErrorCode | 'unreachable' | 'unreadable'

export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly code: ProblemCode
  readonly status: number
  readonly fields: Record<string, string[]>
  /** What a plan does not have room for. */
  readonly shortages: readonly PlanShortage[]
  readonly requestId: string | null
  readonly retryAfterSeconds: number | null

  constructor(refusal: {
    code: ProblemCode
    status: number
    message: string
    fields?: Record<string, string[]>
    shortages?: readonly PlanShortage[]
    requestId?: string | null
    retryAfterSeconds?: number | null
  }) {
    super(refusal.message)
    this.code = refusal.code
    this.status = refusal.status
    this.fields = refusal.fields ?? {}
    this.shortages = refusal.shortages ?? []
    this.requestId = refusal.requestId ?? null
    this.retryAfterSeconds = refusal.retryAfterSeconds ?? null
  }
}

function isErrorBody(body: unknown): body is ErrorBody {
  return typeof body === 'object' && body !== null && 'code' in body && 'message' in body
}

/** A refused answer as an error; a proxy in front of the panel may answer with something else than our body. */
export function refusedAnswer(
  status: number,
  body: unknown,
  headers: { retryAfter: string | null; requestId: string | null },
): ApiError {
  const seconds = Number(headers.retryAfter)
  const retryAfterSeconds = headers.retryAfter && Number.isFinite(seconds) && seconds > 0 ? seconds : null
  if (!isErrorBody(body)) {
    return new ApiError({
      code: status === 503 || status === 502 || status === 504 ? 'unavailable' : 'unreadable',
      status,
      message: `the answer with status ${status} could not be understood`,
      requestId: headers.requestId,
      retryAfterSeconds,
    })
  }
  return new ApiError({
    code: body.code,
    status,
    message: body.message,
    fields: body.errors,
    shortages: body.shortages,
    requestId: body.request_id ?? headers.requestId,
    retryAfterSeconds,
  })
}
