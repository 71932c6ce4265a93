// Routes of section 4.1 that sign in, sign out and hand out short-lived tokens; and of where people are signed in.

import { issueShortLivedToken, logIn, logOut, verifySecondFactor } from '@rookery/contracts/http/auth.ts'
import {
  endOwnSession,
  listOwnSessions,
  listUserSessions,
  signOutOthers,
  signOutUser,
} from '@rookery/contracts/http/login-sessions.ts'
import { readProfile } from '@rookery/contracts/http/profile.ts'
import { account, administrator, anyone, loginSession, ofPerson } from '../../platform/http/access-rule.ts'
import { windowOf } from '../../platform/http/paging.ts'
import { type Route, route } from '../../platform/http/route.ts'
import type { Auth } from './auth.ts'

export function authRoutes(auth: Auth): Route[] {
  const { devices } = auth
  return [
    route(logIn, anyone, call => auth.logIn(call.body, call.request), { admit: auth.admitLogIn }),
    route(verifySecondFactor, anyone, call => auth.verifySecondFactor(call.body, call.request), {
      admit: auth.admitSecondFactor,
    }),
    route(logOut, loginSession({ whileEnrolling: true }), call =>
      auth.logOut(call.caller).then(() => undefined),
    ),
    route(issueShortLivedToken, account(), call => auth.issueShortLivedToken(call.caller)),
    route(readProfile, ofPerson('refused', { whileEnrolling: true }), call =>
      auth.writtenProfileOf(call.caller.userId),
    ),
    route(listOwnSessions, ofPerson('refused'), call => devices.listOwn(call.caller, windowOf(call.query))),
    route(endOwnSession, ofPerson('refused'), call =>
      devices.endOwn(call.caller, call.params.id, call.request),
    ),
    route(signOutOthers, ofPerson('refused'), call => devices.endOthers(call.caller, call.request)),
    route(listUserSessions, administrator(), call =>
      devices.listOf(call.params.id, call.caller, windowOf(call.query)),
    ),
    route(signOutUser, administrator(), call => devices.endAllOf(call.params.id, call.caller, call.request)),
  ]
}
