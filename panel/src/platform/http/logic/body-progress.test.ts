// T-072: what counts as too slow.

import { describe, expect, test } from 'vitest'
import { type BodyProgress, beginProgress, checkProgress, usualBodyTimes } from './body-progress.ts'

interface Second {
  bytes: number
  isHeldByUs?: boolean
}

/** After how many seconds a body that comes like this is given up; null: never. */
function givenUpAfter(seconds: Second[]): number | null {
  let progress: BodyProgress = beginProgress(0, 100)
  let receivedBytes = 100
  for (const [index, { bytes, isHeldByUs = false }] of seconds.entries()) {
    receivedBytes += bytes
    const sample = { nowMs: (index + 1) * 1_000, receivedBytes, isHeldByUs }
    const checked = checkProgress(progress, sample, usualBodyTimes)
    if (checked === 'too slow') return index + 1
    progress = checked
  }
  return null
}

const lasting = (seconds: number, each: (second: number) => Second) =>
  Array.from({ length: seconds }, (_, second) => each(second))

describe('T-072 a body that comes too slowly', () => {
  test('T-072 30 seconds without a byte are the end', () => {
    expect(givenUpAfter(lasting(100, () => ({ bytes: 0 })))).toBe(30)
    expect(givenUpAfter(lasting(200, second => ({ bytes: second < 100 ? 2_000 : 0 })))).toBe(130)
  })

  test('T-072 one byte every ten seconds is the end after a minute', () => {
    expect(givenUpAfter(lasting(100, second => ({ bytes: second % 10 === 0 ? 1 : 0 })))).toBe(60)
  })

  test('T-072 a slow but honest line may take hours', () => {
    expect(givenUpAfter(lasting(7_200, () => ({ bytes: 2_000 })))).toBeNull()
    expect(givenUpAfter(lasting(600, second => ({ bytes: second % 25 === 0 ? 50_000 : 0 })))).toBeNull()
  })

  test('T-072 nobody is punished for waiting for us', () => {
    expect(givenUpAfter(lasting(600, () => ({ bytes: 0, isHeldByUs: true })))).toBeNull()
    const held = lasting(600, second => ({ bytes: 0, isHeldByUs: second < 500 }))
    expect(givenUpAfter(held)).toBe(530)
  })
})
