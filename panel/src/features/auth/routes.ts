// Routes of section 4.1 that sign in, sign out and hand out short-lived tokens.

import { issueShortLivedToken, logIn, logOut, verifySecondFactor } from '@rookery/contracts/http/auth.ts'
import { readProfile } from '@rookery/contracts/http/profile.ts'
import { anyone, loginSession, signedIn } from '../../platform/http/access-rule.ts'
import { type Route, route } from '../../platform/http/route.ts'
import type { Auth } from './auth.ts'

export function authRoutes(auth: Auth): Route[] {
  return [
    route(logIn, anyone, call => auth.logIn(call.body, call.request), { admit: auth.admitLogIn }),
    route(verifySecondFactor, anyone, call => auth.verifySecondFactor(call.body, call.request), {
      admit: auth.admitSecondFactor,
    }),
    route(logOut, loginSession({ whileEnrolling: true }), call =>
      auth.logOut(call.caller).then(() => undefined),
    ),
    route(issueShortLivedToken, loginSession(), call => auth.issueShortLivedToken(call.caller)),
    route(readProfile, signedIn('refused', { whileEnrolling: true }), call =>
      auth.profileOf(call.caller.userId),
    ),
  ]
}
