// The login session of this browser: in this tab only, or kept across visits when the person asked to be remembered.

const storageKey = 'rookery.session-token'
const listeners = new Set<() => void>()

/** Storage may be switched off or full; the login session then lasts as long as the page. */
let heldInPage: string | null = null

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
    // Kept in the page instead.
  }
}

const thisTab = () => window.sessionStorage
const everyVisit = () => window.localStorage

function notifyListeners(): void {
  for (const listener of listeners) listener()
}

export const loginSession = {
  sessionToken: (): string | null => read(thisTab) ?? read(everyVisit) ?? heldInPage,

  begin(sessionToken: string, remember: boolean): void {
    write(thisTab, remember ? null : sessionToken)
    write(everyVisit, remember ? sessionToken : null)
    heldInPage = sessionToken
    notifyListeners()
  },

  end(): void {
    write(thisTab, null)
    write(everyVisit, null)
    heldInPage = null
    notifyListeners()
  },

  /** Ends the login session only if it is still the one that was refused. */
  endIfStill(sessionToken: string): void {
    if (loginSession.sessionToken() === sessionToken) loginSession.end()
  },

  /** Also tells of a sign-out in another tab. */
  subscribe(listener: () => void): () => void {
    const onStorage = (event: StorageEvent) => {
      if (event.key !== storageKey) return
      heldInPage = null
      listener()
    }
    listeners.add(listener)
    window.addEventListener('storage', onStorage)
    return () => {
      listeners.delete(listener)
      window.removeEventListener('storage', onStorage)
    }
  },
}
