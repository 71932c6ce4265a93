// Who may call a route, in a sentence of the API's description.

import { gameServerPermissions } from '@rookery/contracts/game-server-permissions.ts'
import { tokenAbilities } from '@rookery/contracts/token-abilities.ts'
import type { AccessRule } from '../http/access-rule.ts'

type Demand = AccessRule['demand']

function people(demand: Demand): string {
  switch (demand.who) {
    case 'anyone':
      return 'Anyone, without a token'
    case 'login session':
      return 'Anyone who is signed in, with the token of a session'
    case 'account':
      return 'Anyone who is signed in, with the token of a session, and service accounts'
    case 'signed in':
      return demand.peopleOnly ? 'Anyone who is signed in, but no service account' : 'Anyone who is signed in'
    case 'administrator':
      return demand.inPerson ? 'Administrators in person, but no service account' : 'Administrators'
    case 'owner of game server':
      return 'The owner of the server, and administrators'
    case 'on game server':
      return `Users with the permission ${demand.permissions.map(name => `“${gameServerPermissions[name]}” (\`${name}\`)`).join(' and ')} on the server`
    case 'in section':
      return demand.administratorsOnly
        ? 'Administrators'
        : `Administrators, and users with the permission \`${demand.permission}\` on ${demand.onAnyObject ? 'any' : 'the'} ${demand.objectType}`
  }
}

function tokens(demand: Demand): string {
  if (!('tokens' in demand)) return ''
  if (demand.tokens === 'refused') return ' Personal access tokens are refused.'
  if (demand.tokens === 'any ability') return ' Any personal access token will do.'
  return ` A personal access token needs \`${demand.tokens}\` (${tokenAbilities[demand.tokens]}).`
}

export function whoMayCall({ demand, takesShortLivedToken }: AccessRule): string {
  const inAddress = takesShortLivedToken
    ? ' Instead of the `Authorization` header a short-lived token can stand in the address.'
    : ''
  return `**Who can call it:** ${people(demand)}.${tokens(demand)}${inAddress}`
}
