// How long to wait after too many attempts.

const defaultWaitSeconds = 900

/** What the panel said, or what it usually says. */
export const waitSeconds = (retryAfterSeconds: number | null): number =>
  retryAfterSeconds ?? defaultWaitSeconds

/** In whole minutes. */
export const waitMinutes = (retryAfterSeconds: number | null): number =>
  Math.max(1, Math.ceil(waitSeconds(retryAfterSeconds) / 60))
