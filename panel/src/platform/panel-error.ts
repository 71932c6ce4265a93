// The one error that use cases throw on purpose: a code of the closed table, with public and internal text apart.

import { type ErrorCode, errors, type MissingRight } from '@rookery/contracts/errors.ts'
import type { PlanShortage } from '@rookery/contracts/plan-items.ts'

interface PanelErrorDetails {
  /** What the caller reads; the table's sentence when left out. */
  message?: string
  /** What is wrong with which field. */
  fields?: Record<string, string[]>
  /** Of a refusal: what would have opened it. */
  missing?: MissingRight | undefined
  /** Of plan_limit. */
  shortages?: readonly PlanShortage[]
  /** Extra answer headers, such as Retry-After. */
  headers?: Record<string, string>
  /** For the log only. */
  cause?: unknown
}

export class PanelError extends Error {
  readonly code: ErrorCode
  readonly status: number
  readonly fields: Record<string, string[]> | undefined
  readonly missing: MissingRight | undefined
  readonly shortages: readonly PlanShortage[] | undefined
  readonly headers: Record<string, string>

  constructor(code: ErrorCode, details: PanelErrorDetails = {}) {
    super(details.message ?? errors[code].message, { cause: details.cause })
    this.name = 'PanelError'
    this.code = code
    this.status = errors[code].status
    this.fields = details.fields
    this.missing = details.missing
    this.shortages = details.shortages
    this.headers = details.headers ?? {}
  }
}

export function invalidField(field: string, problem: string): PanelError {
  return new PanelError('invalid_input', { fields: { [field]: [problem] } })
}
