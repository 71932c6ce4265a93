// What pasting does: which entry goes where, under which name, and what cannot be.

import type { FileEntry } from '@rookery/contracts/http/files.ts'
import { freeName, isInside, joinPath, parentOf } from '../../logic/file-paths.ts'

export interface HeldEntries {
  how: 'copy' | 'move'
  entries: readonly FileEntry[]
}

export interface PasteStep {
  entry: FileEntry
  to: string
}

export interface PastePlan {
  steps: PasteStep[]
  /** Folders that would go into themselves. */
  intoItself: FileEntry[]
}

/** A copy beside the first one gets a free name; a move never changes a name, so a taken one is refused by the node. */
export function pastePlan(held: HeldEntries, folder: string, taken: ReadonlySet<string>): PastePlan {
  const names = new Set(taken)
  const plan: PastePlan = { steps: [], intoItself: [] }
  for (const entry of held.entries) {
    if (entry.type === 'directory' && isInside(folder, entry.path)) {
      // Beside itself is fine: only the way into itself has no end.
      plan.intoItself.push(entry)
      continue
    }
    if (held.how === 'move' && parentOf(entry.path) === folder) continue
    const name = held.how === 'copy' ? freeName(entry.name, names) : entry.name
    names.add(name)
    plan.steps.push({ entry, to: joinPath(folder, name) })
  }
  return plan
}
