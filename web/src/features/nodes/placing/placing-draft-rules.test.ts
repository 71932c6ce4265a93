// Tests of where new servers may go, as it is typed.

import { defaultNodePlacement } from '@rookery/contracts/node-placement.ts'
import { expect, test } from 'vitest'
import { draftOf, placingChange, placingFaults, reserveTyped } from './placing-draft-rules.ts'

const gib = 1024 ** 3
const node = {
  ...defaultNodePlacement,
  location: 'Oslo',
  tags: ['ssd'],
  capacity: {
    reserve: { memory_bytes: 1.5 * gib, cpu_percent: 50, disk_bytes: 20 * gib },
    overcommit_percent: { memory: 100, cpu: 250, disk: 100 },
  },
}

test('what was not touched changes nothing', () => {
  expect(placingFaults(draftOf(node))).toEqual([])
  expect(placingChange(draftOf(node), node)).toBeNull()
})

test('only what differs is sent; an emptied location is taken away, a typed tag counts', () => {
  const draft = draftOf(node)
  expect(placingChange({ ...draft, placement: 'draining', location: ' ' }, node)).toEqual({
    placement: 'draining',
    location: null,
  })
  expect(placingChange({ ...draft, tags: { chips: ['ssd'], typed: 'fast' } }, node)).toEqual({
    tags: ['ssd', 'fast'],
  })
  const reserve = { ...draft.reserve, memory: '2.25' }
  expect(placingChange({ ...draft, reserve }, node)?.capacity?.reserve.memory_bytes).toBe(2.25 * gib)
})

test('what cannot be is told by its field', () => {
  const draft = draftOf(node)
  const wrong = {
    ...draft,
    reserve: { memory: '1.2.3', cpu: '', disk: '0' },
    promised: { memory: '99', cpu: '10001', disk: '100' },
  }
  expect(placingFaults(wrong)).toEqual(['reserve.memory', 'promised.memory', 'reserve.cpu', 'promised.cpu'])
})

test('what cannot belong to a figure is not typed', () => {
  expect(reserveTyped('memory', '2,5 GiB')).toBe('2.5')
  expect(reserveTyped('cpu', '1.5x')).toBe('15')
})
