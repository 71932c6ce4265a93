// The small questions to one node that wait for their answer.

import type { Call, CallAnswer } from '@rookery/contracts/daemon/generated/link.ts'
import { NodeTimeoutError } from './link-errors.ts'

export interface PendingCalls {
  ask(body: NonNullable<Call['body']>, deadlineMs: number): Promise<CallAnswer>
  /** An answer that nobody waits for (any longer) is dropped. */
  settle(answer: CallAnswer): void
  failAll(reason: Error): void
}

export function createPendingCalls(send: (call: Call, waitMs: number) => void): PendingCalls {
  const pending = new Map<
    number,
    { resolve: (answer: CallAnswer) => void; reject: (reason: Error) => void }
  >()
  let lastCallId = 0
  return {
    async ask(body, deadlineMs) {
      lastCallId += 1
      const callId = lastCallId
      const { promise, resolve, reject } = Promise.withResolvers<CallAnswer>()
      pending.set(callId, { resolve, reject })
      const timer = setTimeout(() => reject(new NodeTimeoutError('answer', deadlineMs)), deadlineMs)
      try {
        send({ callId, body }, deadlineMs)
        return await promise
      } finally {
        clearTimeout(timer)
        pending.delete(callId)
      }
    },
    settle(answer) {
      pending.get(answer.callId)?.resolve(answer)
    },
    failAll(reason) {
      for (const { reject } of pending.values()) reject(reason)
    },
  }
}
