// How the outcome of a run looks, and each thing that a step does.

import type { ServerTaskRun } from '@rookery/contracts/http/schedules.ts'
import type { ScheduleRunStatus, StepAction } from '@rookery/contracts/schedule.ts'
import {
  IconCheck,
  IconClock,
  IconDatabaseExport,
  IconDownload,
  IconLoader2,
  IconMessage,
  IconPlayerPlay,
  IconPlayerSkipForward,
  IconPlayerStop,
  IconRefresh,
  IconTerminal2,
  IconX,
} from '@tabler/icons-react'
import type { TextOf } from '../../texts/texts.ts'
import type { StatusStyle } from '../../ui/tone/tone.ts'

export const runStyles: Record<ScheduleRunStatus, StatusStyle> = {
  waiting: { tone: 'resting', Icon: IconClock },
  working: { tone: 'building', Icon: IconLoader2, isMoving: true },
  success: { tone: 'running', Icon: IconCheck },
  error: { tone: 'trouble', Icon: IconX },
  skipped: { tone: 'resting', Icon: IconPlayerSkipForward },
}

export const stepIcons: Record<StepAction, typeof IconRefresh> = {
  message: IconMessage,
  start: IconPlayerPlay,
  stop: IconPlayerStop,
  restart: IconRefresh,
  update: IconDownload,
  command: IconTerminal2,
  backup: IconDatabaseExport,
}

/** What was ended on the way says so, whatever the steps before had done. */
export function runPill(t: TextOf, { status, ended_by }: Pick<ServerTaskRun, 'status' | 'ended_by'>) {
  if (ended_by === undefined) return { status: runStyles[status], label: t(`schedules.status.${status}`) }
  const label = ended_by === 'canceled' ? t('schedules.status.canceled') : t('schedules.status.endedEarly')
  return { status: runStyles.skipped, label }
}
