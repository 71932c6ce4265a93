// Tests of which choices there are while people play.

import { expect, test } from 'vitest'
import { powerOptions } from './power-question-rules.ts'

const all = { can_plan: true, can_wait_until_empty: true, can_message: true }

test('the gentlest comes first', () => {
  expect(powerOptions([all, all])).toEqual({ offered: ['soon', 'empty', 'now'], note: null })
})

test('where players cannot be told, only the wait is left beside now', () => {
  expect(powerOptions([all, { ...all, can_message: false }])).toEqual({
    offered: ['empty', 'now'],
    note: 'cannotTell',
  })
})

test('an older daemon cannot wait, and the dialog says what to do', () => {
  expect(powerOptions([{ ...all, can_plan: false }])).toEqual({ offered: ['now'], note: 'cannotWait' })
})
