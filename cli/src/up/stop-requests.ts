// Listens for Ctrl-C and its relatives: the first one asks to stop, a later one asks to hurry.

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** npm repeats the signal that the terminal has sent already; within this time it is still the same request. */
const sameRequestMs = 500

const parentCheckMs = 500

export interface StopRequests {
  readonly isRequested: boolean
  readonly requested: Promise<void>
  readonly hurry: Promise<void>
  /** For an end that nobody asked for. */
  request(): void
  /** Whoever is impatient at the very end does not cut it short. */
  ignoreFromNow(): void
}

export function listenForStop(): StopRequests {
  const requested = Promise.withResolvers<void>()
  const hurry = Promise.withResolvers<void>()
  let requestedMs: number | null = null
  const onSignal = () => {
    const now = Date.now()
    if (requestedMs === null) {
      requestedMs = now
      requested.resolve()
    } else if (now - requestedMs >= sameRequestMs) hurry.resolve()
  }
  for (const signal of signals) process.on(signal, onSignal)
  const parentWatch = watchParent(onSignal)
  return {
    get isRequested() {
      return requestedMs !== null
    },
    requested: requested.promise,
    hurry: hurry.promise,
    request: () => {
      requestedMs ??= Date.now()
      requested.resolve()
    },
    // The listeners stay, with nobody behind them: without one the next signal would end the process there and then.
    ignoreFromNow: () => clearInterval(parentWatch),
  }
}

/** npm sends SIGTERM to the shell between it and us, which ends without passing it on: its end is the request. */
function watchParent(onGone: () => void): NodeJS.Timeout | undefined {
  if (!process.env.npm_lifecycle_event) return undefined
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    onGone()
  }, parentCheckMs)
  return timer.unref()
}
