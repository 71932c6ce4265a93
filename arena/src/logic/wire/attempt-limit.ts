// Counts wrong passwords per address and shuts an address out for a while after too many.

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
