// Numbers that only grow on this node, also when its store was lost: the clock gives a floor under the count.

export function nextSequence(previous: number, nowMs: number): number {
  return Math.max(previous + 1, nowMs)
}
