// Routes of the own second factor; a restricted session reaches the first two only (5.5.4).

import {
  confirmSecondFactor,
  disableSecondFactor,
  reissueRecoveryCodes,
  setUpSecondFactor,
  snoozeReminder,
} from '@rookery/contracts/http/two-factor.ts'
import type { LoginSessionCaller } from '../../platform/caller.ts'
import { loginSession } from '../../platform/http/access-rule.ts'
import { type Route, route } from '../../platform/http/route.ts'
import type { TwoFactor } from './two-factor.ts'

export function twoFactorRoutes(
  twoFactor: TwoFactor,
  endLoginSession: (caller: LoginSessionCaller) => Promise<void>,
): Route[] {
  return [
    route(setUpSecondFactor, loginSession({ whileEnrolling: true }), call => twoFactor.setUp(call.caller)),
    route(confirmSecondFactor, loginSession({ whileEnrolling: true }), async call => {
      const codes = await twoFactor.confirm(call.caller, call.body.code, call.request)
      // A restricted session is never upgraded: its owner signs in again, now with a code (A16).
      if (call.caller.restricted) await endLoginSession(call.caller)
      return codes
    }),
    route(disableSecondFactor, loginSession(), call =>
      twoFactor.disable(call.caller, call.body, call.request),
    ),
    route(reissueRecoveryCodes, loginSession(), call =>
      twoFactor.reissue(call.caller, call.body.password, call.request),
    ),
    route(snoozeReminder, loginSession(), async call => ({
      mfa_nudge: await twoFactor.snooze(call.caller.userId),
    })),
  ]
}
