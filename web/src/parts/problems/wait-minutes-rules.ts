// How long to wait after too many attempts, in whole minutes.

const defaultWaitSeconds = 900

export const waitMinutes = (retryAfterSeconds: number | null): number =>
  Math.max(1, Math.ceil((retryAfterSeconds ?? defaultWaitSeconds) / 60))
