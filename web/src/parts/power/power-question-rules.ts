// Which choices there are while people play, the gentlest first.

import type { PowerFacts } from './power-question.ts'

export type PowerOption = 'soon' | 'empty' | 'now'

export interface PowerOptions {
  offered: PowerOption[]
  /** Why there are fewer than three. */
  note: 'cannotWait' | 'cannotTell' | null
}

/** Of several game servers: what all of them can do. */
export function powerOptions(
  facts: readonly Pick<PowerFacts, 'can_plan' | 'can_wait_until_empty' | 'can_message'>[],
): PowerOptions {
  if (!facts.every(({ can_plan }) => can_plan)) return { offered: ['now'], note: 'cannotWait' }
  const canTell = facts.every(({ can_message }) => can_message)
  const canWait = facts.every(({ can_wait_until_empty }) => can_wait_until_empty)
  return {
    offered: [...(canTell ? ['soon' as const] : []), ...(canWait ? ['empty' as const] : []), 'now'],
    note: canTell ? null : 'cannotTell',
  }
}
