// How long a silent connection is kept.

export const idleLimits = { namingMs: 60_000, warnMs: 240_000, endMs: 300_000 }

export type IdleVerdict = 'fine' | 'warn' | 'end'

export function checkIdleness(silentMs: number, isNaming: boolean): IdleVerdict {
  if (isNaming) return silentMs >= idleLimits.namingMs ? 'end' : 'fine'
  if (silentMs >= idleLimits.endMs) return 'end'
  return silentMs >= idleLimits.warnMs ? 'warn' : 'fine'
}
