import { describe, expect, test } from 'vitest'
import { createLastUses } from './last-uses.ts'

describe('last uses', () => {
  test('2.1 the list sees the later of what is written and what is noted', () => {
    const uses = createLastUses<number, { usedAtMs: number }>(async () => {})
    expect(uses.merged(1, null)).toBeNull()
    expect(uses.merged(1, 5)).toBe(5)
    uses.note(1, { usedAtMs: 9 })
    expect([uses.merged(1, null), uses.merged(1, 5), uses.merged(1, 12)]).toEqual([9, 9, 12])
  })

  test('5.2 they are written in batches, once, in the order of ids', async () => {
    const batches: [number, { usedAtMs: number }][][] = []
    const uses = createLastUses<number, { usedAtMs: number }>(async batch => {
      batches.push(batch)
    })
    for (let id = 450; id > 0; id--) uses.note(id, { usedAtMs: id })
    await uses.write()
    await uses.write()
    expect(batches.map(batch => batch.length)).toEqual([200, 200, 50])
    expect(batches.flat().map(([id]) => id)).toEqual(Array.from({ length: 450 }, (_, i) => i + 1))
  })

  test('5.2 what could not be written, and what came meanwhile, is written the next time', async () => {
    const written: [number, number][] = []
    let isAway = true
    const uses = createLastUses<number, { usedAtMs: number }>(async batch => {
      if (isAway) throw new Error('the database is away')
      for (const [id, { usedAtMs }] of batch) written.push([id, usedAtMs])
      if (written.length === 1) uses.note(7, { usedAtMs: 20 })
    })
    uses.note(7, { usedAtMs: 10 })
    await expect(uses.write()).rejects.toThrow('away')
    isAway = false
    await uses.write()
    expect(uses.merged(7, 10)).toBe(20)
    await uses.write()
    expect(written).toEqual([
      [7, 10],
      [7, 20],
    ])
  })
})
