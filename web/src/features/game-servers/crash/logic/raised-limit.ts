// How much memory a game gets that needed more than it was allowed.

const gibibyte = 1024 ** 3

/** Half as much again, in whole steps: of a gibibyte, and of half of one where there is little. */
export function raisedLimit(limitBytes: number): number {
  const step = limitBytes < 2 * gibibyte ? gibibyte / 2 : gibibyte
  return Math.ceil((limitBytes * 1.5) / step) * step
}
