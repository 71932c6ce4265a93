// What one client may do: guess passwords, hammer, be silent.

export const idleLimits = { namingMs: 60_000, warnMs: 240_000, endMs: 300_000 }

/** Counts wrong passwords per address and shuts an address out for a while after too many. */
export type AttemptLimit = {
  isShutOut(address: string, nowMs: number): boolean
  countFailure(address: string, nowMs: number): void
  forgive(address: string): void
}

export const failuresAllowed = 10
export const shutOutMs = 60_000
const rememberedAddresses = 1_000

export function createAttemptLimit(): AttemptLimit {
  const records = new Map<string, { failures: number; lastAtMs: number }>()

  function current(address: string, nowMs: number) {
    const record = records.get(address)
    if (record && nowMs - record.lastAtMs >= shutOutMs) records.delete(address)
    return records.get(address)
  }

  return {
    isShutOut: (address, nowMs) => (current(address, nowMs)?.failures ?? 0) >= failuresAllowed,
    countFailure(address, nowMs) {
      const failures = (current(address, nowMs)?.failures ?? 0) + 1
      records.delete(address)
      records.set(address, { failures, lastAtMs: nowMs })
      const oldest = records.keys().next().value
      if (records.size > rememberedAddresses && oldest !== undefined) records.delete(oldest)
    },
    forgive: address => void records.delete(address),
  }
}

/** How long a silent connection is kept. */
type IdleVerdict = 'fine' | 'warn' | 'end'

export function checkIdleness(silentMs: number, isNaming: boolean): IdleVerdict {
  if (isNaming) return silentMs >= idleLimits.namingMs ? 'end' : 'fine'
  if (silentMs >= idleLimits.endMs) return 'end'
  return silentMs >= idleLimits.warnMs ? 'warn' : 'fine'
}

/** A bucket of allowances per client: short bursts pass, steady hammering does not. */
export type RateLimit = { spend(nowMs: number): boolean }

export function createRateLimit(burst: number, perSecond: number, nowMs: number): RateLimit {
  let allowances = burst
  let refilledAtMs = nowMs
  return {
    spend(atMs) {
      allowances = Math.min(burst, allowances + (Math.max(0, atMs - refilledAtMs) / 1000) * perSecond)
      refilledAtMs = atMs
      if (allowances < 1) return false
      allowances -= 1
      return true
    },
  }
}
