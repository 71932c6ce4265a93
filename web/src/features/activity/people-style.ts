// The icon and the tone of what people did: one per kind of action, and a warning where somebody was kept out.

import type { PeopleActivityEntry, PeopleActivityKind } from '@rookery/contracts/http/activity.ts'
import {
  IconAlertTriangleFilled,
  IconDeviceGamepad2,
  IconKey,
  IconLogin2,
  IconPuzzle,
  IconServer2,
  IconSettings,
  IconShieldLock,
  IconUser,
  IconUserShield,
  type TablerIcon,
} from '@tabler/icons-react'
import type { StatusStyle } from '../../ui/tone/tone.ts'

const icons: Record<PeopleActivityKind, TablerIcon> = {
  sign_ins: IconLogin2,
  people: IconUser,
  permissions: IconUserShield,
  tokens: IconKey,
  second_factor: IconShieldLock,
  plugins: IconPuzzle,
  nodes: IconServer2,
  templates: IconDeviceGamepad2,
  panel: IconSettings,
}

const troubles: readonly PeopleActivityEntry['event'][] = [
  'sign_in_failed',
  'panel_backup_failed',
  'panel_backup_not_restorable',
  'panel_backup_overdue',
]

export const peopleStyle = ({ event, kind }: PeopleActivityEntry): StatusStyle =>
  troubles.includes(event)
    ? { tone: 'trouble', Icon: IconAlertTriangleFilled }
    : { tone: 'resting', Icon: icons[kind] }
