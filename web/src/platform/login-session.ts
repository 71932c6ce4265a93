// The login session of this browser: one for all its tabs, kept across visits when the person asked to be remembered.
//
// A tab holds the token for itself, so that a reload does not lose it. Tabs of this origin speak over a
// BroadcastChannel: a new one asks the open ones for the token, and a sign-in or a sign-out in one acts in all. Frames of
// plugins have an origin of their own and hear nothing of it.

const storageKey = 'rookery.session-token'
const channelName = 'rookery.login-session'

/** How long a new tab waits for the open ones before it shows the sign-in page. */
const answerWithinMs = 150

type TabMessage =
  | { kind: 'ask' }
  | { kind: 'answer'; sessionToken: string }
  | { kind: 'begun'; sessionToken: string; remember: boolean }
  | { kind: 'ended'; sessionToken: string }

type Channel = Pick<BroadcastChannel, 'postMessage' | 'addEventListener'>

/** What of a browser it needs; storage may be switched off, and then throws. */
export interface Browser {
  thisTab(): Storage
  everyVisit(): Storage
  /** Null where there is none: each tab then has a session of its own. */
  openChannel(name: string): Channel | null
}

export type LoginSession = ReturnType<typeof createLoginSession>

export function createLoginSession(browser: Browser) {
  const listeners = new Set<() => void>()
  const { thisTab, everyVisit } = browser
  let held: string | null = null
  let isRead = false
  let channel: Channel | null = null

  /** From the storage once: later only messages change what this tab holds. */
  function sessionToken(): string | null {
    if (!isRead) held = read(thisTab) ?? read(everyVisit)
    isRead = true
    return held
  }

  function hold(next: string | null): void {
    isRead = true
    if (held === next) return
    held = next
    for (const listener of listeners) listener()
  }

  const post = (message: TabMessage) => channel?.postMessage(message)

  /** Takes over what another tab has begun. Whatever this one shows of another session ends first. */
  function adopt(next: string, remember: boolean): void {
    if (sessionToken() === next) return
    hold(null)
    write(thisTab, remember ? null : next)
    hold(next)
  }

  function drop(ended: string): void {
    if (sessionToken() !== ended) return
    write(thisTab, null)
    if (read(everyVisit) === ended) write(everyVisit, null)
    hold(null)
  }

  function receive(message: TabMessage): void {
    const own = sessionToken()
    if (message.kind === 'ask' && own !== null) post({ kind: 'answer', sessionToken: own })
    // Who has a session already did not ask; a late answer still spares the sign-in.
    if (message.kind === 'answer' && own === null) adopt(message.sessionToken, false)
    if (message.kind === 'begun') adopt(message.sessionToken, message.remember)
    if (message.kind === 'ended') drop(message.sessionToken)
  }

  return {
    sessionToken,

    begin(next: string, remember: boolean): void {
      write(thisTab, remember ? null : next)
      write(everyVisit, remember ? next : null)
      hold(next)
      post({ kind: 'begun', sessionToken: next, remember })
    },

    /** In all tabs. */
    end(): void {
      const ended = sessionToken()
      if (ended === null) return
      drop(ended)
      post({ kind: 'ended', sessionToken: ended })
    },

    /** Ends the login session only if it is still the one that was refused. */
    endIfStill(refused: string): void {
      if (sessionToken() === refused) this.end()
    },

    /** Also tells of a sign-in or sign-out in another tab. */
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },

    /** Joins the open tabs; resolves when one of them has handed over its session, or none did in time. */
    async join(): Promise<void> {
      channel = browser.openChannel(channelName)
      channel?.addEventListener('message', event => {
        if (isTabMessage(event.data)) receive(event.data)
      })
      if (channel === null || sessionToken() !== null) return
      await new Promise<void>(resolve => {
        const stop = this.subscribe(done)
        const timer = setTimeout(done, answerWithinMs)
        function done() {
          clearTimeout(timer)
          stop()
          resolve()
        }
        post({ kind: 'ask' })
      })
    },
  }
}

function isTabMessage(data: unknown): data is TabMessage {
  if (typeof data !== 'object' || data === null || !('kind' in data)) return false
  return data.kind === 'ask' || ('sessionToken' in data && typeof data.sessionToken === 'string')
}

function read(storage: () => Storage): string | null {
  try {
    return storage().getItem(storageKey)
  } catch {
    return null
  }
}

function write(storage: () => Storage, sessionToken: string | null): void {
  try {
    if (sessionToken === null) storage().removeItem(storageKey)
    else storage().setItem(storageKey, sessionToken)
  } catch {
    // Held by the page alone.
  }
}

export const loginSession = createLoginSession({
  thisTab: () => window.sessionStorage,
  everyVisit: () => window.localStorage,
  openChannel: name => (typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(name)),
})
