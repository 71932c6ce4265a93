// The crash policy as people write it: attempts, minutes and seconds, each a text while it is typed.

import type { CrashPolicy } from '@rookery/contracts/daemon/game-server-definition.ts'

export interface CrashFields {
  restart: boolean
  attempts: string
  minutes: string
  seconds: string
}

const minuteMs = 60_000
const secondMs = 1_000

/** At most two digits behind the point, and none that say nothing. */
const short = (amount: number) => String(Math.round(amount * 100) / 100)

export const fieldsOf = (policy: CrashPolicy): CrashFields => ({
  restart: policy.restart,
  attempts: String(policy.attempts),
  minutes: short(policy.window_ms / minuteMs),
  seconds: short(policy.delay_ms / secondMs),
})

const amountOf = (text: string) => (text.trim() === '' ? Number.NaN : Number(text.replace(',', '.')))

export type CrashFault = 'attemptsWrong' | 'minutesWrong' | 'secondsWrong'

export function crashFault(fields: CrashFields): CrashFault | null {
  if (!fields.restart) return null
  const attempts = amountOf(fields.attempts)
  if (!Number.isInteger(attempts) || attempts < 1 || attempts > 100) return 'attemptsWrong'
  if (!(amountOf(fields.minutes) * minuteMs >= secondMs)) return 'minutesWrong'
  if (!(amountOf(fields.seconds) >= 0)) return 'secondsWrong'
  return null
}

/** What was not touched keeps its exact value; a policy that is switched off keeps its figures for later. */
export function policyOf(fields: CrashFields, known: CrashPolicy): CrashPolicy {
  if (!fields.restart) return { ...known, restart: false }
  const before = fieldsOf(known)
  return {
    restart: true,
    attempts: amountOf(fields.attempts),
    window_ms:
      fields.minutes === before.minutes ? known.window_ms : Math.round(amountOf(fields.minutes) * minuteMs),
    delay_ms:
      fields.seconds === before.seconds ? known.delay_ms : Math.round(amountOf(fields.seconds) * secondMs),
  }
}
