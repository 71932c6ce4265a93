// One question for many who ask at once.

import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { ShortCache } from './short-cache.ts'

describe('remembered answers', () => {
  it('ten who ask at once, and those soon after, cost one question', async () => {
    let asked = 0
    const remembered = new ShortCache<number>(10_000)
    const ask = async () => ++asked
    const answers = await Promise.all(Array.from({ length: 10 }, () => remembered.get('a', ask)))
    expect(new Set(answers)).toEqual(new Set([1]))
    expect(await remembered.get('a', ask)).toBe(1)
    expect(await remembered.get('b', ask)).toBe(2)
    remembered.forget(key => key === 'a')
    expect(await remembered.get('a', ask)).toBe(3)
  })

  it('a failure is remembered too, and neither for ever', async () => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    let asked = 0
    const remembered = new ShortCache<number>(50)
    const fail = async () => {
      asked += 1
      throw new Error('no')
    }
    await expect(remembered.get('a', fail)).rejects.toThrow('no')
    await expect(remembered.get('a', fail)).rejects.toThrow('no')
    expect(asked).toBe(1)
    vi.advanceTimersByTime(50)
    expect(await remembered.get('a', async () => 7)).toBe(7)
  })
})
