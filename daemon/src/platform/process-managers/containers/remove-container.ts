// Removes a container, running or not, and resolves when it is gone, whoever has begun to end or remove it.

import { setTimeout as delay } from 'node:timers/promises'
import { type Engine, EngineProblem } from './engine.ts'

const removalTries = 100
const retryMs = 100

export async function removeContainer(engine: Pick<Engine, 'remove'>, idOrName: string): Promise<void> {
  for (let left = removalTries; ; left -= 1) {
    try {
      return await engine.remove(idOrName)
    } catch (error) {
      const status = error instanceof EngineProblem ? error.status : null
      if (status === 404) return
      if (!isPassing(status) || left === 0) throw error
      await delay(retryMs)
    }
  }
}

/** 409: somebody else removes it already. 500: Podman fails so when it ends by itself at this very moment. */
function isPassing(status: number | null): boolean {
  return status === 409 || status === 500
}
