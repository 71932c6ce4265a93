// Tells a game server that crashes again and again in one line, however other game servers happen to come between.

import type { ServerActivityEntry } from '@rookery/contracts/http/activity.ts'

export interface ReportedEntry {
  entry: ServerActivityEntry
  /** How often it happened; the entry is the newest. */
  times: number
}

interface CrashRun {
  reported: ReportedEntry
  /** The restart before the last crash that was met; told only when no older crash is found before it. */
  restart: ReportedEntry | null
}

/** `entries` are newest first. A line about the same game server that is neither a crash nor a restart ends the run. */
export function foldCrashes(entries: readonly ServerActivityEntry[]): ReportedEntry[] {
  const reported = new Set<ReportedEntry>()
  const runs = new Map<number, CrashRun>()
  for (const entry of entries) {
    const run = runs.get(entry.server.id)
    const single = { entry, times: 1 }
    const state = entry.what === 'state' ? entry.state : null
    if (run && state === 'crashed') {
      run.reported.times += 1
      if (run.restart) reported.delete(run.restart)
      run.restart = null
      continue
    }
    reported.add(single)
    if (state === 'crashed') runs.set(entry.server.id, { reported: single, restart: null })
    else if (run && state === 'running' && !run.restart) run.restart = single
    else runs.delete(entry.server.id)
  }
  return [...reported]
}
