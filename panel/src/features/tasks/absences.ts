// Since when each node has been away, as this panel saw it: nodes that it never saw, since it was started.

export interface Absences {
  note(nodeId: number, online: boolean): void
  sinceMs(nodeId: number): number
}

export function createAbsences(now: () => number): Absences {
  const startedAtMs = now()
  const leftAtMs = new Map<number, number>()
  return {
    note(nodeId, online) {
      if (!online) leftAtMs.set(nodeId, now())
    },
    sinceMs: nodeId => leftAtMs.get(nodeId) ?? startedAtMs,
  }
}
