// How much of something one person, node or game server may have open at a time. Far more than work needs: they bound
// what a mistake or a hostile script can pile up. docs/reference/limits.md tells them, and a test compares.

export const limits = {
  /** Tasks that wait for one node while it is away. */
  tasksWaitingForNode: 2_000,
  /** Resumable uploads that one person has begun in one game server and not finished. */
  openUploadsOfPerson: 200,
  /** The same of all people together. */
  openUploadsOfGameServer: 1_000,
  /** Personal access tokens of one user that work. */
  accessTokensOfUser: 500,
  /** Keys of one service account that have not ended. */
  keysOfServiceAccount: 50,
  /** WebSocket channels that one user has open at one instance of the panel. */
  channelsOfUser: 12_000,
  /** Downloads of the daemon at a time from one instance of the panel. */
  daemonDownloads: 16,
  /** The same for one address. */
  daemonDownloadsOfAddress: 4,
  /** Downloads of the daemon by one address within an hour: a rack of machines behind one address joins within it. */
  daemonDownloadsPerHour: 120,
} as const
