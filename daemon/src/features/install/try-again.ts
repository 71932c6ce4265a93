// Tries again, after a while, what may work later; what can never work says so by ActionFailed.

import { setTimeout as delay } from 'node:timers/promises'
import { ActionFailed } from '../game-servers/logic/action.ts'
import type { StepSite } from './step-site.ts'

export async function tryAgain<Result>(
  site: Pick<StepSite, 'retryDelaysMs' | 'say' | 'canceled'>,
  work: () => Promise<Result>,
): Promise<Result> {
  const delaysMs = [...site.retryDelaysMs]
  for (;;) {
    try {
      return await work()
    } catch (error) {
      site.canceled.throwIfAborted()
      const delayMs = error instanceof ActionFailed ? undefined : delaysMs.shift()
      if (delayMs === undefined) throw error
      site.say(`${(error as Error).message}: trying again in ${Math.ceil(delayMs / 1_000)} s`)
      await delay(delayMs, undefined, { signal: site.canceled })
    }
  }
}
