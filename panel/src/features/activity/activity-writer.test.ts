import { expect, test } from 'vitest'
import { createChanges } from '../../platform/changes.ts'
import { createLog } from '../../platform/log.ts'
import { createActivityWriter } from './activity-writer.ts'
import type { Line } from './logic/line.ts'

/** Over a place to write to that can be away. */
function writerOver(isAway: () => boolean) {
  const changes = createChanges()
  const stored = new Map<string, Line>()
  const add = async (lines: readonly Line[]) => {
    if (isAway()) throw new Error('away')
    for (const line of lines) stored.set(`${line.gameServerId} ${line.fact}`, line)
  }
  const store = { add, put: (line: Line) => add([line]), trim: async () => {} }
  const log = createLog('silent', { write: () => {} })
  const writer = createActivityWriter({ store, changes, log, now: () => 1_000 })
  const make = (gameServerId: number) =>
    changes.publish({ kind: 'game-server-edited', gameServerId, userId: 1, edit: { what: 'created' } })
  const write = (gameServerId: number, path: string) => {
    const edit = { what: 'files', deed: 'written', paths: [path] } as const
    changes.publish({ kind: 'game-server-edited', gameServerId, userId: 1, edit })
  }
  const announced: number[] = []
  changes.listen(change => {
    if (change.kind === 'activity-written') announced.push(change.gameServerId)
  })
  const ids = () => [...stored.values()].map(({ gameServerId }) => gameServerId)
  return { writer, make, write, stored, ids, announced }
}

test('while the database is away nothing is lost, and what was told comes in order when it is back', async () => {
  let isAway = true
  const { writer, make, write, ids, stored, announced } = writerOver(() => isAway)
  make(7)
  write(8, 'a.cfg')
  await writer.flush()
  write(8, 'b.cfg')
  await writer.flush()
  expect([ids(), announced]).toEqual([[], []])
  isAway = false
  await writer.close()
  expect(ids()).toEqual([7, 8])
  expect(announced).toEqual([7, 8])
  expect(stored.get('8 files written 1 1000')?.details).toMatchObject({ count: 2 })
})
