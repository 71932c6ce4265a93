// One line of activity as it is kept: a fact about a game server, with who did it.

import type { ActivityEntry, ActivityKind } from '@rookery/contracts/http/activity.ts'

type Common = 'id' | 'at' | 'kind' | 'server' | 'by'
type Without<Entry, Keys extends PropertyKey> = Entry extends unknown ? Omit<Entry, Keys> : never

export type LineDetails = Without<ActivityEntry, Common>

export interface Line {
  gameServerId: number
  userId: number | null
  kind: ActivityKind
  /** The same fact told twice is one line. */
  fact: string
  details: LineDetails
  atMs: number
}
