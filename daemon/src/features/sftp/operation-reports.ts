// Reports what people do through SFTP to the panel, which writes the audit log.
//
// Reports wait in memory until the panel has taken them. A panel that is away lets no session go on for longer than a
// moment (session-rights.ts), so few can wait; should they reach the limit all the same, operations are refused until
// there is room. What still waits when the daemon is killed is lost; when it ends in order, it is sent before.

import { setTimeout as delay } from 'node:timers/promises'
import type { SftpOperation } from '@rookery/contracts/daemon/generated/link.ts'
import type { Log } from '../../platform/log.ts'
import { LinkRefusal } from '../../platform/panel-link/link-hooks.ts'
import type { AskPanel } from './session-rights.ts'
import { SftpRefusal } from './sftp-refusal.ts'

export interface OperationReports {
  /** Throws SftpRefusal while there is no room for another report. */
  requireCapacity(): void
  add(operation: SftpOperation): void
  /** Waits a moment for those that have not been sent. */
  close(): Promise<void>
}

const waitingLimit = 10_000
const batchLimit = 100
const gatherMs = 100
const askAgainMs = 1_000
const closingMs = 2_000
/** A panel that is older than these reports knows no answer. */
const failuresLimit = 5

export function createOperationReports(ask: AskPanel, log: Log): OperationReports {
  const waiting: SftpOperation[] = []
  let sending: Promise<void> | null = null
  let failures = 0

  async function sendAll(): Promise<void> {
    await delay(gatherMs)
    while (waiting.length > 0) {
      const operations = waiting.slice(0, batchLimit)
      try {
        await ask({ $case: 'sftpOperations', value: { operations } })
      } catch (error) {
        const isAway = error instanceof LinkRefusal && ['unavailable', 'node_offline'].includes(error.code)
        failures = isAway ? 0 : failures + 1
        if (failures < failuresLimit) {
          await delay(askAgainMs, undefined, { ref: false })
          continue
        }
        log.warn(
          { count: operations.length, err: error },
          'the panel does not take reports of SFTP operations',
        )
      }
      failures = 0
      waiting.splice(0, operations.length)
    }
  }

  return {
    requireCapacity() {
      if (waiting.length >= waitingLimit)
        throw new SftpRefusal('the panel, which records this, has not answered for long: try again later')
    },
    add(operation) {
      waiting.push(operation)
      sending ??= sendAll().finally(() => {
        sending = null
      })
    },
    async close() {
      await Promise.race([sending, delay(closingMs, undefined, { ref: false })])
      if (waiting.length > 0) log.warn({ count: waiting.length }, 'SFTP operations could not be reported')
    },
  }
}
