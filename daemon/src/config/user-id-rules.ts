// Where the user ids of a node's game servers begin: a range of its own, so that two daemons on one machine never share one.

const firstBase = 1_048_576
const idsPerNode = 65_536
const ranges = 28_000

/** `below(n)` gives a random whole number from 0 to n - 1. */
export function pickUserIdBase(below: (limit: number) => number): number {
  return firstBase + below(ranges) * idsPerNode
}
