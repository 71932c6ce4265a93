// One look at all processes of the machine, shared by everybody who asks within a moment.

import { readdirSync, readFileSync, statSync } from 'node:fs'
import { type ProcessUse, readProcessUse } from './process-use.ts'

const freshMs = 250

interface Entry {
  use: ProcessUse
  /** The user that it runs as; -1 when it is gone. */
  uid: number
  /** What it began with; empty where this user may not look. */
  environment: Set<string>
}

let entries: Entry[] = []
let lookedAtMs = Number.NEGATIVE_INFINITY

/** The processes of one game, by its own user or by its mark, its leader, and their children and sessions. */
export function findInTable(tree: { mark: string; ownUid?: number; leader?: { pid: number } }): ProcessUse[] {
  const related = new Set<number>()
  const leaderPid = tree.leader?.pid
  for (const { use, uid, environment } of freshEntries(leaderPid)) {
    const belongs =
      use.pid === leaderPid ||
      use.sessionId === leaderPid ||
      related.has(use.parentPid) ||
      (tree.ownUid === undefined ? environment.has(tree.mark) : uid === tree.ownUid)
    if (belongs) related.add(use.pid)
  }
  return entries.filter(({ use }) => related.has(use.pid)).map(({ use }) => use)
}

/** The oldest first, so that a parent is checked before its children. */
function freshEntries(leaderPid: number | undefined): Entry[] {
  if (performance.now() - lookedAtMs < freshMs && !isYounger(leaderPid)) return entries
  const pids = readdirSync('/proc').map(Number)
  const uses = pids.filter(pid => pid > 1 && pid !== process.pid).map(readProcessUse)
  entries = uses
    .filter(use => use !== null)
    .sort((a, b) => a.startTicks - b.startTicks || a.pid - b.pid)
    .map(use => ({ use, uid: readUid(use.pid), environment: readEnvironment(use.pid) }))
  lookedAtMs = performance.now()
  return entries
}

/** It lives, but the last look was before it began. */
function isYounger(pid: number | undefined): boolean {
  return pid !== undefined && !entries.some(({ use }) => use.pid === pid) && readProcessUse(pid) !== null
}

function readUid(pid: number): number {
  return statSync(`/proc/${pid}`, { throwIfNoEntry: false })?.uid ?? -1
}

function readEnvironment(pid: number): Set<string> {
  try {
    return new Set(readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0'))
  } catch {
    return new Set()
  }
}
