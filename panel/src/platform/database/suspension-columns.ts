// The columns of a suspension, which users and game servers have alike.

import type { Suspension } from '@rookery/contracts/suspension.ts'
import { timeOf } from '../times.ts'

interface SuspensionColumns {
  suspended_at: number | null
  suspended_by: string | null
  suspension_reason: string | null
}

export function suspensionOf(row: SuspensionColumns): Suspension | null {
  const { suspended_at: atMs, suspended_by: by, suspension_reason: reason } = row
  return atMs === null ? null : { at: timeOf(atMs), by: by ?? '', reason: reason ?? '' }
}

export function suspensionColumns(suspended: Suspension | null): SuspensionColumns {
  return {
    suspended_at: suspended && Date.parse(suspended.at),
    suspended_by: suspended?.by ?? null,
    suspension_reason: suspended?.reason ?? null,
  }
}
