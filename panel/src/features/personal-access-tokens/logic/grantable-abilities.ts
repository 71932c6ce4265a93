// Which abilities somebody may give to a token: those that begin with `admin:` only administrators (5.2.6).

import { type TokenAbility, tokenAbilities } from '@rookery/contracts/token-abilities.ts'

export function grantableAbilities(isAdministrator: boolean): TokenAbility[] {
  const names = Object.keys(tokenAbilities) as TokenAbility[]
  return isAdministrator ? names : names.filter(name => !name.startsWith('admin:'))
}
