// Waiting for the ready line, with an expression that would otherwise never come to an end.

import { describe, expect, it } from 'vitest'
import { watchForReady } from './ready.ts'

async function* pieces(...texts: string[]) {
  for (const text of texts) yield { bytes: Buffer.from(text) }
}

describe('ready watch', () => {
  it('sees text and expressions, and tells when the output ends first', async () => {
    expect(await watchForReady('started', pieces('server sta', 'rted\n'))).toBe('ready')
    expect(await watchForReady('/on port \\d{4}/', pieces('listening on po', 'rt 2701', '5\n'))).toBe('ready')
    expect(await watchForReady('/^never/', pieces('it is never so\n'))).toBe('ended')
  })

  it('gives up an expression that backtracks without end', async () => {
    const began = performance.now()
    expect(await watchForReady('/(a+)+$/', pieces(`${'a'.repeat(60)}b\n`))).toBe('ended')
    expect(await watchForReady('/^(a+)+\\1b$/', pieces(`${'a'.repeat(60)}\n`))).toBe('pattern_too_slow')
    expect(performance.now() - began).toBeLessThan(20_000)
  })
})
