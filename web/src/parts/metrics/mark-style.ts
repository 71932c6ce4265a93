// How a mark looks and reads: one icon, one tone, one word.

import type { MarkKind } from '@rookery/contracts/metric-history.ts'
import { IconAdjustments, IconRefresh } from '@tabler/icons-react'
import type { StatusStyle } from '../../ui/tone/tone.ts'
import { stateStyle } from '../run-state/state-style.ts'

export const markStyles: Record<MarkKind, StatusStyle> = {
  start: stateStyle('running', true),
  stop: stateStyle('stopped', true),
  crash: stateStyle('crashed', true),
  update: { tone: 'building', Icon: IconRefresh },
  edit: { tone: 'accent', Icon: IconAdjustments },
}
