// One line of activity as it is kept: a fact about a game server, with who did it.

import { type ServerActivityKind, serverActivityEntry } from '@rookery/contracts/http/activity.ts'
import * as z from 'zod'

/** What has columns of its own. */
const common = { id: true, at: true, kind: true, server: true, by: true } as const
const [created, state, task, edited, files, schedule, backup] = serverActivityEntry.options

/** The rest of an entry, as JSON. */
export const lineDetails = z.discriminatedUnion('what', [
  created.omit(common),
  state.omit(common),
  task.omit(common),
  edited.omit(common),
  files.omit(common),
  schedule.omit(common),
  backup.omit(common),
])
export type LineDetails = z.output<typeof lineDetails>

export interface Line {
  gameServerId: number
  userId: number | null
  kind: ServerActivityKind
  /** The same fact told twice is one line. */
  fact: string
  details: LineDetails
  atMs: number
}
