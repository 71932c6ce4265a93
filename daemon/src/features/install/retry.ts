// Tries again, after a while, what may work later; what can never work says so by ActionFailed.

import { setTimeout as delay } from 'node:timers/promises'
import { ActionFailed } from '../game-servers/logic/action.ts'
import type { FailureFacts } from '../game-servers/logic/install-failure.ts'
import type { StepDeps } from './step-deps.ts'

/** What may work later, with what is known of it. */
export class StepFailed extends Error {
  readonly facts: FailureFacts

  constructor(message: string, facts: FailureFacts = {}, options?: ErrorOptions) {
    super(message, options)
    this.facts = facts
  }
}

export async function retry<Result>(
  deps: Pick<StepDeps, 'retryDelaysMs' | 'say' | 'canceled'>,
  work: () => Promise<Result>,
): Promise<Result> {
  const delaysMs = [...deps.retryDelaysMs]
  for (;;) {
    try {
      return await work()
    } catch (error) {
      deps.canceled.throwIfAborted()
      const delayMs = error instanceof ActionFailed ? undefined : delaysMs.shift()
      if (delayMs === undefined) throw error
      deps.say(`${(error as Error).message}: trying again in ${Math.ceil(delayMs / 1_000)} s`)
      await delay(delayMs, undefined, { signal: deps.canceled })
    }
  }
}
