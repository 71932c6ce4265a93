// Which line of activity tells how a game server came to be stopped, and by whom.

import type { ServerActivityEntry } from '@rookery/contracts/http/activity.ts'
import type { RunState, TaskKind } from '@rookery/contracts/run-states.ts'

/** These leave a game as it was. */
const besideTheGame: readonly TaskKind[] = ['clone', 'archive', 'extract', 'backup', 'delete']

/** `entries` are newest first. Null: it was stopped for something else, such as an update, or too long ago. */
export function stopEntry(
  state: RunState,
  entries: readonly ServerActivityEntry[],
): ServerActivityEntry | null {
  if (state !== 'stopped') return null
  const newest = entries.find(
    entry =>
      entry.what === 'state' ||
      (entry.what === 'task' && entry.status === 'success' && !besideTheGame.includes(entry.task)),
  )
  if (newest?.what === 'state') return newest.state === 'stopped' ? newest : null
  return newest?.what === 'task' && (newest.task === 'stop' || newest.task === 'kill') ? newest : null
}
