// The changes of the last seconds: whoever asked for a list and connects a moment later has missed none of them.

import type { Change, Changes } from '../../platform/changes.ts'

const windowMs = 20_000
/** More subjects than this in one window: who connects reads the lists again. */
const mostSubjects = 500

export interface RecentChanges {
  /** The last change of each subject within this time, oldest first; null when more may have happened in it. */
  within(ms: number): Change[] | null
}

/** `nowMs`: of a clock that nobody sets. */
export function createRecentChanges(changes: Pick<Changes, 'listen'>, nowMs: () => number): RecentChanges {
  const latest = new Map<string, { change: Change; atMs: number }>()
  /** What was before is not known. */
  let sinceMs = nowMs()

  function dropOld(): void {
    const oldestMs = nowMs() - windowMs
    for (const [subject, { atMs }] of latest) {
      if (atMs >= oldestMs && latest.size <= mostSubjects) break
      latest.delete(subject)
      sinceMs = Math.max(sinceMs, atMs + 1)
    }
  }

  changes.listen(change => {
    if (change.kind === 'changes-missed') {
      latest.clear()
      sinceMs = nowMs()
      return
    }
    const subject = subjectOf(change)
    if (subject === null) return
    latest.delete(subject)
    latest.set(subject, { change, atMs: nowMs() })
    dropOld()
  })
  return {
    within(ms) {
      dropOld()
      const fromMs = nowMs() - ms
      if (fromMs < sinceMs || ms > windowMs) return null
      return [...latest.values()].filter(({ atMs }) => atMs >= fromMs).map(({ change }) => change)
    },
  }
}

/** Of what a later change takes the place; null for what the channel never passes on. */
function subjectOf(change: Change): string | null {
  const { kind } = change
  if (kind === 'game-server-state' || kind === 'game-server-removed') return `server ${change.gameServerId}`
  if (kind === 'activity-written') return `activity ${change.gameServerId}`
  if (kind === 'backups-changed') return `backups ${change.gameServerId}`
  if (kind === 'backup-trouble') return `backup ${change.trouble} ${change.gameServerId}`
  if (kind === 'people-activity-written') return `people activity ${change.userIds.join()}`
  if (kind === 'settings-changed' || kind === 'panel-backup-trouble') return kind
  if (kind === 'task') return `task ${change.taskId}`
  if (kind === 'node-presence' || kind === 'node-install' || kind === 'node-upgrade')
    return `${kind} ${change.nodeId}`
  return null
}
