// What doomed-daemon.ts and those who come after it know of each other: times and game servers.

/** A moment in the middle of a minute, so that nothing falls due by itself meanwhile. */
export const noon = Date.parse('2026-11-15T11:00:30Z')
/** When the runs fall due that are not ended. */
export const dueMs = Date.parse('2026-11-15T11:05:00Z')
export const uuidOf = (gameServerId: number) => `0000000${gameServerId}-1111-4222-8333-444444444444`
