// Tells components whether somebody is signed in, and keeps telling.

import { useSyncExternalStore } from 'react'
import { loginSession } from './login-session.ts'

export const useIsSignedIn = (): boolean =>
  useSyncExternalStore(loginSession.subscribe, () => loginSession.sessionToken() !== null)
