import { expect, test } from 'vitest'
import { arrivalProblem } from './arrivals.ts'

const on = (placement: 'open' | 'closed' | 'draining') => ({ name: 'fra-1', placement })

test('an open node takes whatever comes', () => {
  expect([arrivalProblem(on('open'), 'new'), arrivalProblem(on('open'), 'back')]).toEqual([null, null])
})

test('a closed node takes back what was deleted there, and nothing new', () => {
  expect(arrivalProblem(on('closed'), 'back')).toBeNull()
  expect(arrivalProblem(on('closed'), 'new')).toMatch(
    'the node fra-1 is closed for new servers: choose another',
  )
})

test('a draining node takes nothing', () => {
  for (const arrival of ['new', 'back'] as const) {
    expect(arrivalProblem(on('draining'), arrival)).toMatch('the node fra-1 is being drained')
  }
})
