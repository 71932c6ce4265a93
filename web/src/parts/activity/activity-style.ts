// The icon and the tone of a line of activity, so that trouble is seen without reading.

import type { BackupActivity, FileAction, ServerActivityEntry } from '@rookery/contracts/http/activity.ts'
import type { TaskKind } from '@rookery/contracts/run-states.ts'
import {
  IconAdjustments,
  IconArchive,
  IconCalendarEvent,
  IconCirclePlus,
  IconCopy,
  IconDownload,
  IconFilePencil,
  IconFolderPlus,
  IconHistory,
  IconLock,
  IconPackage,
  IconPlayerPause,
  IconPlayerPlay,
  IconPlayerStop,
  IconRefresh,
  IconRotateClockwise,
  IconSkull,
  IconTrash,
  IconUpload,
  IconX,
  type TablerIcon,
} from '@tabler/icons-react'
import type { StatusStyle } from '../../ui/tone/tone.ts'
import { stateStyle } from '../run-state/state-style.ts'

const taskIcons: Record<TaskKind, TablerIcon> = {
  install: IconDownload,
  reinstall: IconDownload,
  update: IconRefresh,
  start: IconPlayerPlay,
  stop: IconPlayerStop,
  restart: IconRotateClockwise,
  pause: IconPlayerPause,
  resume: IconPlayerPlay,
  kill: IconSkull,
  delete: IconTrash,
  clone: IconCopy,
  archive: IconArchive,
  extract: IconPackage,
  backup: IconArchive,
  restore: IconHistory,
}

const fileIcons: Record<FileAction, TablerIcon> = {
  written: IconFilePencil,
  uploaded: IconUpload,
  folder_made: IconFolderPlus,
  renamed: IconFilePencil,
  copied: IconCopy,
  deleted: IconTrash,
  mode_changed: IconLock,
}

const runs: readonly TaskKind[] = ['start', 'restart', 'resume']

function taskStyle(task: TaskKind, status: string): StatusStyle {
  if (status === 'error') return { tone: 'trouble', Icon: IconX }
  const isUp = status === 'success' && runs.includes(task)
  return { tone: isUp ? 'running' : 'resting', Icon: taskIcons[task] }
}

export function activityStyle(entry: ServerActivityEntry): StatusStyle {
  switch (entry.what) {
    case 'created':
      return { tone: 'resting', Icon: IconCirclePlus }
    case 'state':
      return stateStyle(entry.state, true)
    case 'task':
      return taskStyle(entry.task, entry.status)
    case 'settings':
    case 'details':
      return { tone: 'resting', Icon: IconAdjustments }
    case 'files':
      return { tone: 'resting', Icon: fileIcons[entry.deed] }
    case 'schedule':
      return { tone: 'resting', Icon: IconCalendarEvent }
    case 'backup':
      return { tone: isTrouble(entry.deed) ? 'trouble' : 'resting', Icon: taskIcons.backup }
  }
}

const isTrouble = (deed: BackupActivity) => deed === 'failed' || deed === 'overdue'
