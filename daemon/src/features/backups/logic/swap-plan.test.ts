// However far an exchange of folders has come: going on ends with one whole folder in its place.

import { describe, expect, it } from 'vitest'
import { nextSwapStep, type SwapFacts } from './swap-plan.ts'

function after(facts: SwapFacts): SwapFacts {
  switch (nextSwapStep(facts)) {
    case 'put_aside':
      return { ...facts, hasPresent: false, hasFormer: true }
    case 'put_in_place':
      return { ...facts, hasPresent: true, hasFresh: false }
    case 'put_back':
      return { ...facts, hasPresent: true, hasFormer: false }
    case 'done':
      return facts
  }
}

describe('an exchange of folders', () => {
  const begin = { hasPresent: true, hasFormer: false, hasFresh: true }

  it('puts the present one aside and the fresh one in its place', () => {
    expect(nextSwapStep(begin)).toBe('put_aside')
    expect(nextSwapStep(after(begin))).toBe('put_in_place')
    expect(after(after(begin))).toEqual({ hasPresent: true, hasFormer: true, hasFresh: false })
    expect(nextSwapStep(after(after(begin)))).toBe('done')
  })

  it('of a game server without files only puts the fresh one in its place', () => {
    const empty = { hasPresent: false, hasFormer: false, hasFresh: true }
    expect(after(empty)).toEqual({ hasPresent: true, hasFormer: false, hasFresh: false })
  })

  it('puts the former one back where the fresh one is gone', () => {
    expect(nextSwapStep({ hasPresent: false, hasFormer: true, hasFresh: false })).toBe('put_back')
  })

  it.for([
    begin,
    { hasPresent: false, hasFormer: true, hasFresh: true },
    { hasPresent: false, hasFormer: true, hasFresh: false },
    { hasPresent: true, hasFormer: true, hasFresh: false },
    { hasPresent: false, hasFormer: false, hasFresh: true },
  ])('is over after two steps at most, with a folder in its place: %o', facts => {
    const end = after(after(facts))
    expect(nextSwapStep(end)).toBe('done')
    expect(end.hasPresent).toBe(true)
  })
})
