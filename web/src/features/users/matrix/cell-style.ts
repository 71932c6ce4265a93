// How the kinds of cell look: filled where the user's own entry decides, outlined where it comes from elsewhere.

import {
  IconCircleCheck,
  IconCircleCheckFilled,
  IconCircleDashed,
  IconCircleXFilled,
  IconLockFilled,
  IconMinus,
  type TablerIcon,
} from '@tabler/icons-react'
import type { CellKind } from '../../../parts/permissions/logic/permission-cells.ts'
import type { Tone } from '../../../ui/tone/tone.ts'

export const cellStyles: Record<CellKind, { tone: Tone; Icon: TablerIcon }> = {
  'own-allow': { tone: 'running', Icon: IconCircleCheckFilled },
  'inherited-allow': { tone: 'running', Icon: IconCircleCheck },
  'own-deny': { tone: 'trouble', Icon: IconCircleXFilled },
  'inherited-deny': { tone: 'trouble', Icon: IconLockFilled },
  'not-given': { tone: 'resting', Icon: IconMinus },
  gated: { tone: 'resting', Icon: IconCircleDashed },
}
