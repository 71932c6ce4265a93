// The schedules that a backup holds, for the game server that is made from it.

import type { BackupManifest } from '@rookery/contracts/backups.ts'
import { type ScheduleRules, schedule as scheduleShape } from '@rookery/contracts/schedule.ts'
import * as z from 'zod'

export interface RestoredSchedule {
  name: string
  rules: ScheduleRules
}

const mostRestored = 50
const lists = z.object({
  schedules: z.array(z.unknown()).default([]),
  step_schedules: z.array(z.unknown()).default([]),
})

/** In the order they were made. What this version cannot read is left out; a backup of an earlier one tells no names. */
export function restoredSchedules({ definition }: Pick<BackupManifest, 'definition'>): RestoredSchedule[] {
  const { schedules, step_schedules } = lists.safeParse(definition).data ?? lists.parse({})
  return [...schedules, ...step_schedules]
    .flatMap(one => scheduleShape.safeParse(one).data ?? [])
    .toSorted((a, b) => a.id - b.id)
    .slice(0, mostRestored)
    .map(({ id: _id, enabled: _enabled, name, ...rules }, at) => ({
      name: name?.trim() || `Schedule ${at + 1}`,
      rules: { ...rules, came_with_backup: true },
    }))
}
