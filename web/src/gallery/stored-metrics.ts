// What a node has stored, for looking at the charts: a day with a crash, and nothing at all.

import { storedAnswer } from '../../pictures/fixtures/metric-fixtures.ts'
import { nowMs } from '../../pictures/fixtures/moment.ts'
import { nothingStored, storedHistory } from '../parts/metrics/logic/stored-history.ts'
import { spansFor, type TimeSpan } from '../parts/metrics/logic/time-window.ts'
import type { ChartTime, StoredState } from '../parts/metrics/use-stored-metrics.ts'
import { ignore } from './specimen.tsx'

const nowSeconds = Math.ceil(nowMs / 60_000) * 60
const whole = spansFor({ liveSeconds: 600, storedSeconds: 29 * 86_400 })
const short = spansFor({ liveSeconds: 600, storedSeconds: null })

function timeOf(spans: readonly TimeSpan[], name: TimeSpan['name'], storedState: StoredState): ChartTime {
  const span = spans.find(each => each.name === name) ?? (spans[0] as TimeSpan)
  const storedWindow =
    span.step === 'live' ? null : { fromSeconds: nowSeconds - span.seconds, toSeconds: nowSeconds }
  return { spans, span, storedWindow, storedState, storeProblem: null, onSpan: ignore }
}

/** Live, on a node that stores none. */
export const liveOnly = {
  ...nothingStored,
  recent: nothingStored,
  time: timeOf(short, '10m', 'off'),
}

/** The last day of a game server or of a node. */
export function storedDay(kind: 'server' | 'node') {
  const time = timeOf(whole, '24h', 'ready')
  const asked = { from: nowSeconds - 86_400, to: nowSeconds, step: 60 }
  return { ...storedHistory(storedAnswer(kind, asked, nowSeconds)), recent: nothingStored, time }
}

/** A stretch of time of which nothing is stored. */
export const storedNothing = { ...liveOnly, time: timeOf(whole, '24h', 'ready') }
