// How fast bytes leave, from the last few seconds alone, so that a break or a resumed start does not bend it.

export interface SpeedSample {
  atMs: number
  bytes: number
}

const windowMs = 4_000

export const withSample = (samples: readonly SpeedSample[], sample: SpeedSample): SpeedSample[] => [
  ...samples.filter(({ atMs, bytes }) => sample.atMs - atMs <= windowMs && bytes <= sample.bytes),
  sample,
]

/** Null until half a second has been seen. */
export function bytesPerSecond(samples: readonly SpeedSample[]): number | null {
  const first = samples[0]
  const last = samples.at(-1)
  if (!first || !last || last.atMs - first.atMs < 500) return null
  return ((last.bytes - first.bytes) * 1000) / (last.atMs - first.atMs)
}
