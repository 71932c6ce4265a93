// Tests of the stretch of time that charts show.

import { describe, expect, test } from 'vitest'
import { liveWindow, zoomBy, zoomTo } from './time-window.ts'

const window = (fromSeconds: number, toSeconds: number) => ({ fromSeconds, toSeconds })

describe('live', () => {
  test('the first points do not fill the chart', () => {
    expect(liveWindow('all', [], 500)).toEqual(window(380, 500))
    expect(liveWindow('all', [495, 500], 900)).toEqual(window(380, 500))
    expect(liveWindow('all', [100, 500], 900)).toEqual(window(100, 500))
  })

  test('the last minutes end with the newest moment, whether all of them are known or not', () => {
    expect(liveWindow('five', [100, 1000], 2000)).toEqual(window(700, 1000))
    expect(liveWindow('thirty', [900, 1000], 2000)).toEqual(window(-800, 1000))
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
