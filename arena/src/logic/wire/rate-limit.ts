// A bucket of allowances per client: short bursts pass, steady hammering does not.

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
