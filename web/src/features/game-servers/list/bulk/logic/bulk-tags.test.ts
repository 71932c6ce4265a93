// Tests of tagging several game servers at once.

import { expect, test } from 'vitest'
import { afterTick, changedBy, isTicked, type TagChanges, tagStates, tagsAfter } from './bulk-tags.ts'

const selected = [{ tags: ['eu', 'weekend'] }, { tags: ['weekend'] }]
const states = tagStates(selected, ['archive', 'eu', 'weekend'])

test('tags that the selected servers have come first, and say how many have them', () => {
  expect(states).toEqual([
    { tag: 'eu', holders: 'some', count: 1 },
    { tag: 'weekend', holders: 'all', count: 2 },
    { tag: 'archive', holders: 'none', count: 0 },
  ])
})

test('a box goes through what is possible and comes back to what it was', () => {
  const ticksOf = (at: number, times: number) => {
    const state = states[at]
    if (!state) throw new Error('no such tag')
    let changes: TagChanges = new Map()
    return Array.from({ length: times + 1 }, (_, time) => {
      if (time > 0) changes = afterTick(changes, state)
      return isTicked(state, changes)
    })
  }
  expect(ticksOf(0, 3)).toEqual([null, true, false, null])
  expect(ticksOf(1, 2)).toEqual([true, false, true])
  expect(ticksOf(2, 2)).toEqual([false, true, false])
})

test('what is not touched stays on each server, and servers that have it already are left alone', () => {
  const changes: TagChanges = new Map([
    ['eu', 'add'],
    ['weekend', 'remove'],
    ['new', 'add'],
  ])
  expect(selected.map(({ tags }) => tagsAfter(tags, changes))).toEqual([
    ['eu', 'new'],
    ['eu', 'new'],
  ])
  expect(changedBy(selected, new Map([['eu', 'add']]))).toEqual([selected[1]])
  expect(changedBy(selected, new Map())).toEqual([])
})
