import { describe, expect, test } from 'vitest'
import { type QueuedRun, runsToBegin } from './runs-to-begin.ts'

interface Named extends QueuedRun {
  name: string
}
const run = (name: string, gameServerId: number, change: Partial<QueuedRun> = {}): Named => ({
  name,
  gameServerId,
  action: 'restart',
  isAtWork: false,
  ...change,
})
const names = (queue: Named[], busy: number[] = []) =>
  runsToBegin(queue, id => busy.includes(id)).map(({ name }) => name)

describe('which runs begin', () => {
  test('one at a time for each game server, in the order in which they fell due', () => {
    expect(names([run('a', 1), run('b', 1), run('c', 2)])).toEqual(['a', 'c'])
    expect(names([run('a', 1, { isAtWork: true }), run('b', 1), run('c', 2)])).toEqual(['c'])
  })

  test('none while a task is at work on its game server, and none passes another', () => {
    expect(names([run('a', 1), run('b', 1), run('c', 2)], [1])).toEqual(['c'])
  })

  test('a node does not restart a hundred games at once, nor update more than four', () => {
    const many = Array.from({ length: 100 }, (_, index) => run(`r${index}`, index))
    expect(names(many)).toHaveLength(16)
    expect(names(many.map(one => ({ ...one, action: 'update' as const })))).toHaveLength(4)
  })
})
