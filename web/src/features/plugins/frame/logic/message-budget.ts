// How many messages a part may send: a burst, and then a steady few each second.

export interface MessageBudget {
  left: number
  atMs: number
}

const burst = 120
const perSecond = 30

export const newBudget = (atMs: number): MessageBudget => ({ left: burst, atMs })

/** The budget after one more message; null when the part sends too many. */
export function spendMessage(budget: MessageBudget, atMs: number): MessageBudget | null {
  const gained = (Math.max(0, atMs - budget.atMs) / 1_000) * perSecond
  const left = Math.min(burst, budget.left + gained) - 1
  return left < 0 ? null : { left, atMs }
}
