// Tests of what the overview names of many things.

import { expect, test } from 'vitest'
import { namedPlayers, nextSchedule } from './summary-rules.ts'

test('the next schedule is the one that runs first; those without a next time do not count', () => {
  const off = { name: 'Off', next_run_at: null }
  const later = { name: 'Later', next_run_at: '2026-11-18T04:00:00.000Z' }
  const sooner = { name: 'Sooner', next_run_at: '2026-11-17T23:00:00.000Z' }
  expect(nextSchedule([off, later, sooner])).toBe(sooner)
  expect(nextSchedule([off])).toBeNull()
  expect(nextSchedule([])).toBeNull()
})

test('names six players and counts the rest', () => {
  expect(namedPlayers(['Ann', 'Bob'])).toEqual({ names: ['Ann', 'Bob'], more: 0 })
  const eight = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']
  expect(namedPlayers(eight)).toEqual({ names: eight.slice(0, 6), more: 2 })
})
