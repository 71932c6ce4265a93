// Tests of the stretch of time that charts show.

import { historyPointsLimit } from '@rookery/contracts/metric-history.ts'
import { describe, expect, test } from 'vitest'
import { firstSpan, liveWindow, spansFor, zoomBy, zoomTo } from './time-window.ts'

const window = (fromSeconds: number, toSeconds: number) => ({ fromSeconds, toSeconds })

const names = (liveSeconds: number, storedSeconds: number | null) =>
  spansFor({ liveSeconds, storedSeconds }).map(({ name }) => name)
const [hour, day] = [3600, 86_400]

describe('spans', () => {
  test('8.5 without a history only what the node remembers is offered', () => {
    expect(names(600, null)).toEqual(['5m', '10m'])
    expect(names(0, null)).toEqual(['5m', '10m'])
    expect(names(1800, null)).toEqual(['5m', '10m', '30m'])
    expect(names(3600, null)).toEqual(['5m', '10m', '30m', '1h'])
  })

  test('with one a longer span is offered as soon as it shows more than the one before', () => {
    expect(names(600, 0)).toEqual(['5m', '10m', '1h'])
    expect(names(600, hour + 60)).toEqual(['5m', '10m', '1h', '6h'])
    expect(names(600, 7 * hour)).toEqual(['5m', '10m', '1h', '6h', '24h'])
    expect(names(600, 2 * day)).toEqual(['5m', '10m', '1h', '6h', '24h', '7d'])
    expect(names(600, 30 * day)).toEqual(['5m', '10m', '1h', '6h', '24h', '7d', '30d'])
  })

  test('a span never asks for more than an answer may have', () => {
    for (const { seconds, step } of spansFor({ liveSeconds: 600, storedSeconds: 30 * day }))
      if (step !== 'live') expect(seconds / step).toBeLessThanOrEqual(historyPointsLimit)
  })

  test('what runs begins live, what does not with the last day', () => {
    const spans = spansFor({ liveSeconds: 600, storedSeconds: 30 * day })
    expect(firstSpan(spans, false)?.name).toBe('10m')
    expect(firstSpan(spans, true)?.name).toBe('24h')
    expect(firstSpan(spansFor({ liveSeconds: 600, storedSeconds: null }), true)?.name).toBe('10m')
  })

  test('the last minutes end with the newest moment, whether all of them are known or not', () => {
    expect(liveWindow({ seconds: 300 }, [100, 1000], 2000)).toEqual(window(700, 1000))
    expect(liveWindow({ seconds: 300 }, [], 2000)).toEqual(window(1700, 2000))
  })
})

describe('zoom', () => {
  test('a drag in either direction is what it spans, but never closer than three looks', () => {
    expect(zoomTo(100, 160)).toEqual(window(100, 160))
    expect(zoomTo(160, 100)).toEqual(window(100, 160))
    expect(zoomTo(100, 101)).toEqual(window(93, 108))
  })

  test('the moment that is pointed at stays where it is', () => {
    expect(zoomBy(window(0, 400), 0.5, 100, window(0, 400))).toEqual(window(50, 250))
    expect(zoomBy(window(50, 250), 0.5, 250, window(0, 400))).toEqual(window(150, 250))
  })

  test('it does not leave what is known, and all the way out is live again', () => {
    expect(zoomBy(window(0, 100), 2, 100, window(0, 400))).toEqual(window(0, 200))
    expect(zoomBy(window(300, 400), 2, 300, window(0, 400))).toEqual(window(200, 400))
    expect(zoomBy(window(0, 200), 2, 100, window(0, 400))).toBeNull()
  })
})
