// When files are backed up before something risky, where doing it every time would be too much.

import type { RepositoryReport } from '@rookery/contracts/backups.ts'

const dayMs = 24 * 60 * 60_000

/**
 * Before an update that comes with every start. An engine that stores only what has changed does it every time; where
 * each backup is a whole copy, one a day is enough.
 */
export function isRoutineSafetyDue(
  report: Pick<RepositoryReport, 'engine' | 'backups'> | null,
  nowMs: number,
): boolean {
  if (report?.engine !== 'archive') return true
  const taken = report.backups.filter(({ kind, before }) => kind === 'safety' && before === 'update')
  return taken.every(({ taken_at_ms }) => Math.abs(nowMs - taken_at_ms) >= dayMs)
}

/** Whether the template acts otherwise than when the game was ready, or was backed up, last; '' is not known. */
export function isTemplateChanged(version: string, covered: string | null): boolean {
  return version !== '' && covered !== null && covered !== version
}
