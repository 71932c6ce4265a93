// When the schedules of a game server take its next backup.

import type { ServerTask } from '@rookery/contracts/http/schedules.ts'

/** The earliest run that has a step for it; null: none has. */
export function nextBackup(schedules: readonly Pick<ServerTask, 'steps' | 'next_run_at'>[]): string | null {
  const times = schedules.flatMap(({ steps, next_run_at }) =>
    next_run_at !== null && steps?.some(({ action }) => action === 'backup') ? [next_run_at] : [],
  )
  return times.toSorted()[0] ?? null
}
