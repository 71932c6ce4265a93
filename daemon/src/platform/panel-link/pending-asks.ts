// Questions of the daemon that the panel has not answered yet (rule L12).

import type { AskAnswer, FromDaemon } from '@rookery/contracts/daemon/generated/link.ts'
import { LinkRefusal, type Question } from './link-hooks.ts'

const answerTimeoutMs = 10_000

interface Pending {
  /** Whoever has asked checks it. */
  resolve: (value: unknown) => void
  reject: (error: LinkRefusal) => void
}

export interface PendingAsks {
  /** `send` is false when there is no connection. */
  ask(question: Question, send: (body: NonNullable<FromDaemon['body']>) => boolean): Promise<unknown>
  settle(answer: AskAnswer): void
  failAll(): void
}

export function createPendingAsks(timeoutMs = answerTimeoutMs): PendingAsks {
  const pending = new Map<number, Pending>()
  let lastId = 0
  return {
    async ask(body, send) {
      lastId += 1
      const askId = lastId
      const { promise, resolve, reject } = Promise.withResolvers<unknown>()
      pending.set(askId, { resolve, reject })
      const timer = setTimeout(() => reject(awayFrom('the panel did not answer in time')), timeoutMs)
      try {
        if (!send({ $case: 'ask', value: { askId, body } })) throw awayFrom('the panel is not connected')
        return await promise
      } finally {
        clearTimeout(timer)
        pending.delete(askId)
      }
    },
    settle({ askId, errorCode, errorMessage, json }) {
      const waiting = pending.get(askId)
      if (errorCode !== '') return waiting?.reject(new LinkRefusal(errorCode, errorMessage))
      try {
        waiting?.resolve(JSON.parse(json))
      } catch {
        waiting?.reject(awayFrom('the panel gave an answer that is not JSON'))
      }
    },
    failAll() {
      for (const { reject } of pending.values()) reject(awayFrom('the connection to the panel was lost'))
    },
  }
}

function awayFrom(message: string): LinkRefusal {
  return new LinkRefusal('unavailable', message)
}
