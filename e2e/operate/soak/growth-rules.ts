// Checks whether something grows: the last third of the samples against the first, by their medians.

export interface Sample {
  heapBytes: number
  descriptors: number
  timers: number
}

/** What is no growth yet: answers at work at the moment of looking, caches that fill up. */
const slack = { heapBytes: 12 * 1024 * 1024, descriptors: 12, timers: 12 } satisfies Sample

/** A sentence for everything that has grown; the first samples of a run are for warming up. */
export function findGrowth(samples: readonly Sample[]): string[] {
  const third = Math.floor(samples.length / 3)
  if (third < 3) return ['there are too few samples to check']
  return (Object.keys(slack) as (keyof Sample)[]).flatMap(name => {
    const first = median(samples.slice(0, third).map(sample => sample[name]))
    const last = median(samples.slice(-third).map(sample => sample[name]))
    return last - first > slack[name] ? [`${name} has grown from ${first} to ${last}`] : []
  })
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}
