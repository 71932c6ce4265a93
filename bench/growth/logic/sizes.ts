// How large a generated installation is.

export interface Sizes {
  nodes: number
  gameServers: number
  people: number
  /** Entries of users; those of roles come on top. */
  permissionEntries: number
  personalAccessTokens: number
  /** Ended before their time, in the last 30 days or not yet over. */
  revokedLoginSessions: number
  tasks: number
  activityLines: number
}

/** A page of every list is full in the smallest too, so that answers are equally long everywhere. */
export const namedSizes = {
  small: {
    nodes: 100,
    gameServers: 200,
    people: 2_000,
    permissionEntries: 20_000,
    personalAccessTokens: 2_000,
    revokedLoginSessions: 2_000,
    tasks: 2_000,
    activityLines: 6_000,
  },
  large: {
    nodes: 1_000,
    gameServers: 10_000,
    people: 100_000,
    permissionEntries: 1_000_000,
    personalAccessTokens: 100_000,
    revokedLoginSessions: 1_000_000,
    tasks: 100_000,
    activityLines: 300_000,
  },
} as const satisfies Record<string, Sizes>

export type SizeName = keyof typeof namedSizes
