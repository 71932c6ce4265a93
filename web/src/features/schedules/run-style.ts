// How the outcome of a run looks.

import type { ScheduleRunStatus } from '@rookery/contracts/schedule.ts'
import { IconCheck, IconClock, IconLoader2, IconPlayerSkipForward, IconX } from '@tabler/icons-react'
import type { StatusStyle } from '../../ui/tone/tone.ts'

export const runStyles: Record<ScheduleRunStatus, StatusStyle> = {
  waiting: { tone: 'resting', Icon: IconClock },
  working: { tone: 'building', Icon: IconLoader2, isMoving: true },
  success: { tone: 'running', Icon: IconCheck },
  error: { tone: 'trouble', Icon: IconX },
  skipped: { tone: 'resting', Icon: IconPlayerSkipForward },
}
