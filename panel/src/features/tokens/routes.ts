// Routes of personal access tokens (4.1): making one needs a login session, the rest also works with a token.

import {
  createPersonalAccessToken,
  listPersonalAccessTokens,
  listTokenAbilities,
  revokePersonalAccessToken,
} from '@rookery/contracts/http/tokens.ts'
import { loginSession, ofPerson } from '../../platform/http/access-rule.ts'
import { windowOf } from '../../platform/http/paging.ts'
import { type Route, route } from '../../platform/http/route.ts'
import type { Audit } from '../audit/audit.ts'
import type { Tokens } from './tokens.ts'

export function tokenRoutes(tokens: Tokens, audit: Audit): Route[] {
  return [
    route(createPersonalAccessToken, loginSession(), async call => {
      const { caller, body, request } = call
      const { tokenId, token } = await tokens.create(caller, body)
      const details = {
        token_id: tokenId,
        abilities: body.abilities.join(','),
        ...(body.expires_at ? { expires_at: body.expires_at } : {}),
        ...(body.servers ? { servers: body.servers.join(',') } : {}),
      }
      audit.record({ event: 'token.created', outcome: 'success', request, details }, caller)
      return { token }
    }),
    route(listPersonalAccessTokens, ofPerson('any ability'), call =>
      tokens.list(call.caller.userId, windowOf(call.query)),
    ),
    route(listTokenAbilities, ofPerson('any ability'), call => tokens.grantable(call.caller.userId)),
    route(revokePersonalAccessToken, ofPerson('any ability'), async call => {
      const { caller, request } = call
      await tokens.revoke(caller, call.params.id)
      const details = { token_id: call.params.id }
      audit.record({ event: 'token.revoked', outcome: 'success', request, details }, caller)
    }),
  ]
}
