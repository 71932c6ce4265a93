// The device of a session in words, and what kind of thing it is.

import type { LoginSession } from '@rookery/contracts/http/login-sessions.ts'
import { useTexts } from '../../texts/texts.ts'

type Device = Pick<LoginSession, 'browser' | 'system'>

const phones = new Set(['iPhone', 'iPad', 'Android'])

export function deviceKind({ browser, system }: Device): 'computer' | 'phone' | 'program' {
  if (system !== null) return phones.has(system) ? 'phone' : 'computer'
  return browser === null ? 'computer' : 'program'
}

export function useDeviceName(): (device: Device) => string {
  const t = useTexts()
  return ({ browser, system }) => {
    if (browser !== null && system !== null) return t('sessions.device', { browser, system })
    return browser ?? system ?? t('sessions.unknownDevice')
  }
}
