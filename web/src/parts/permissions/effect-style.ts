// How allow, deny and not set look: icon, word and color.

import { IconBan, IconCheck, IconMinus, type TablerIcon } from '@tabler/icons-react'
import type { Tone } from '../../ui/tone/tone.ts'
import type { Effect } from './logic/scopes.ts'

export const effectStyles: Record<Effect | 'unset', { tone: Tone; Icon: TablerIcon }> = {
  unset: { tone: 'resting', Icon: IconMinus },
  allow: { tone: 'running', Icon: IconCheck },
  deny: { tone: 'trouble', Icon: IconBan },
}
