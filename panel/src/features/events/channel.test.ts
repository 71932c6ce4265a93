import { expect, test } from 'vitest'
import type { VisibleGameServers } from '../access/logic/visible-objects.ts'
import type { UsageBatch } from '../metrics/metrics.ts'
import { createBatchView } from './channel.ts'

const batch: UsageBatch = [
  [1, 10, 100],
  [2, null, 200],
  [3, 30, null],
]

test.each<[string, VisibleGameServers, number[]]>([
  ['a few, of which some are silent', { all: false, only: [3, 9, 1] }, [3, 1]],
  ['nothing', { all: false, only: [] }, []],
  ['everything', { all: true, except: [] }, [1, 2, 3]],
  ['everything but one', { all: true, except: [2, 7] }, [1, 3]],
])('5.6 usage of game servers for somebody who sees %s', async (_, seen, ids) => {
  const view = createBatchView<UsageBatch[number]>(async userId => {
    expect(userId).toBe(7)
    return seen
  })
  const formatted = await view.visible({ userId: 7 }, batch)
  expect(formatted.map(([id]) => id)).toEqual(ids)
  expect(formatted.every(usage => batch.includes(usage))).toBe(true)
})
