// The tones that a state may have: one color and one icon, so that nothing is said by color alone.

import type { TablerIcon } from '@tabler/icons-react'

export type Tone =
  | 'running'
  | 'moving'
  | 'building'
  | 'paused'
  | 'resting'
  | 'trouble'
  | 'away'
  | 'warning'
  | 'accent'

export interface StatusStyle {
  tone: Tone
  Icon: TablerIcon
  isMoving?: true
}
