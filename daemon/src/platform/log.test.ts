import { expect, test } from 'vitest'
import { createLog, RecentLines } from './log.ts'

test('the last lines are kept, oldest first, and secrets are not among them', () => {
  const recent = new RecentLines()
  const log = createLog('info', recent)
  log.info({ api_key: 'a secret' }, 'first')
  log.warn('second')
  log.debug('not at this level')
  expect(recent.last(10).map(line => JSON.parse(line).msg)).toEqual(['first', 'second'])
  expect(recent.last(1).map(line => JSON.parse(line).msg)).toEqual(['second'])
  expect(recent.last(10).join()).not.toContain('a secret')
})

test('a flood is bounded', () => {
  const recent = new RecentLines()
  for (let number = 0; number < 20_000; number++) recent.write(`${number} ${'x'.repeat(200)}\n`)
  expect(recent.last(1)[0]).toMatch(/^19999 /)
  expect(recent.last(100_000).join('').length).toBeLessThan(600_000)
})
