// How many tasks have ended since this process began, by what they were and how they ended.

import { hasEnded } from '@rookery/contracts/run-states.ts'
import type { Changes } from '../../platform/changes.ts'
import { writeLabels } from './logic/exposition.ts'

/** What another instance tells is counted there. */
export function countEndedTasks(changes: Pick<Changes, 'listen'>) {
  const counts = new Map<string, number>()
  const stop = changes.listen((change, origin) => {
    if (change.kind !== 'task' || origin === 'elsewhere' || !hasEnded(change.status)) return
    const labels = writeLabels({ kind: change.taskKind, status: change.status })
    counts.set(labels, (counts.get(labels) ?? 0) + 1)
  })
  return {
    /** By their labels. */
    counts: counts as ReadonlyMap<string, number>,
    close: stop,
  }
}
