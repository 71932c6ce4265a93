// What times that the panel sent say of its clock: rule L16 counts in it, and the clocks of two machines need not agree.
//
// Every Welcome and Heartbeat says when it was sent. It may have been under way for any time, but never for less than
// none: the one that seems to come from the latest clock was the least delayed, and is nearest to the truth. They come
// in the order in which they were sent: an earlier time after a later one means that the panel's clock was set back.

export interface TimeSample {
  /** The panel's clock when it was sent. */
  sentAtMs: number
  /** This machine's clock, one that nobody sets, when it was heard. */
  heardAtMs: number
}

/**
 * More than a panel sends before it takes a silent node for gone, so that what piled up while this daemon stood still
 * does not push out what it knew before; few enough that a clock that was set back by less than the time between two
 * of them is believed soon.
 */
export const sampleLimit = 8

export function withSample(samples: readonly TimeSample[], sample: TimeSample): TimeSample[] {
  const isSetBack = sample.sentAtMs < (samples.at(-1)?.sentAtMs ?? sample.sentAtMs)
  return isSetBack ? [sample] : [...samples.slice(1 - sampleLimit), sample]
}

/** The panel's clock at this moment; null where nothing was heard of it yet. */
export function panelTimeMs(samples: readonly TimeSample[], nowMs: number): number | null {
  if (samples.length === 0) return null
  return nowMs + Math.max(...samples.map(({ sentAtMs, heardAtMs }) => sentAtMs - heardAtMs))
}

/** How much too late it is for a message; 0 when it is in time, or when that cannot be told. */
export function lateByMs(
  expiresAtMs: number | undefined,
  samples: readonly TimeSample[],
  nowMs: number,
): number {
  const panelMs = panelTimeMs(samples, nowMs)
  return expiresAtMs === undefined || panelMs === null ? 0 : Math.max(0, panelMs - expiresAtMs)
}
