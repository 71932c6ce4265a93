// Remembers recognized session tokens for a moment: opening one is dear, and a page asks many questions at once.

import { hash } from 'node:crypto'
import type { LoginSessionCaller } from '../../platform/caller.ts'
import type { Changes } from '../../platform/changes.ts'
import { createRecognizedCallers } from '../../platform/recognized-callers.ts'

export type RecognizeSession = (sessionToken: string) => Promise<LoginSessionCaller | null>

/** Logout acts at once here and on every instance that shares the cache; an ended life is never overlooked. */
export function rememberingSessions(
  recognize: RecognizeSession,
  { changes, now }: { changes: Changes; now(): number },
): RecognizeSession {
  const recognized = createRecognizedCallers<{ caller: LoginSessionCaller }>({
    changes,
    now,
    isEndedBy: ({ caller }, change) => change.kind === 'login-session-ended' && change.jti === caller.jti,
  })
  return async sessionToken => {
    // By its hash: a copy of the process's memory shall not hold usable tokens.
    const key = hash('sha256', sessionToken, 'base64')
    const cached = await recognized.recognize(key, async () => {
      const caller = await recognize(sessionToken)
      return caller && { caller }
    })
    if (!cached) return null
    // Not from memory: at the end of its life, and while it is restricted, which ends when its owner enrolls.
    const { caller } = cached
    return caller.restricted || now() >= caller.expiresAtMs ? recognize(sessionToken) : caller
  }
}
