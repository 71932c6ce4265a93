// Where measured values lie when they are put in order.

/** `part` from 0 to 1; not a number without values. */
export function percentile(values: readonly number[], part: number): number {
  const ordered = values.toSorted((a, b) => a - b)
  return ordered[Math.max(0, Math.ceil(ordered.length * part) - 1)] ?? Number.NaN
}

export const median = (values: readonly number[]) => percentile(values, 0.5)
