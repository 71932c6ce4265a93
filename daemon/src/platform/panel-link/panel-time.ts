// The panel's clock as one connection knows it: fed by Welcome and Heartbeat, asked by whatever may be too late (L16).

import { lateByMs, type TimeSample, withSample } from './logic/time-samples.ts'

export interface PanelTime {
  note(sentAtMs: number): void
  /** 0 when it is in time, has no end, or nothing is known of the panel's clock. */
  lateByMs(expiresAtMs: number | undefined): number
}

/** `nowMs` is a clock of this machine that nobody sets. */
export function createPanelTime(nowMs: () => number): PanelTime {
  let samples: TimeSample[] = []
  return {
    note(sentAtMs) {
      samples = withSample(samples, { sentAtMs, heardAtMs: nowMs() })
    },
    lateByMs: expiresAtMs => (expiresAtMs === undefined ? 0 : lateByMs(expiresAtMs, samples, nowMs())),
  }
}
