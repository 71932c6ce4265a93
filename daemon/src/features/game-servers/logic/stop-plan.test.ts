// The order of the steps that end a game.

import { describe, expect, it } from 'vitest'
import { stopPlan } from './stop-plan.ts'

const brief = (stop: Parameters<typeof stopPlan>[0]) =>
  stopPlan(stop).map(step => [step.do === 'type' ? step.line : step.signal, step.waitMs])

describe('stop plan', () => {
  it('T-102 goes from the own method to SIGINT and SIGTERM, each with a bounded wait', () => {
    expect(brief({ method: { by: 'command', command: 'quit' }, grace_ms: 30_000 })).toEqual([
      ['quit', 30_000],
      ['SIGINT', 10_000],
      ['SIGTERM', 10_000],
    ])
    expect(brief({ method: { by: 'signal', signal: 'SIGINT' }, grace_ms: 2_000 })).toEqual([
      ['SIGINT', 2_000],
      ['SIGTERM', 2_000],
    ])
    expect(brief({ method: { by: 'signal', signal: 'SIGTERM' }, grace_ms: -5 })).toEqual([
      ['SIGTERM', 0],
      ['SIGINT', 0],
    ])
    expect(brief({ method: { by: 'signal', signal: 'SIGHUP' }, grace_ms: 1e12 })[0]).toEqual([
      'SIGHUP',
      600_000,
    ])
  })
})
