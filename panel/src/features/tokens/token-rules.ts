// The written form of a personal access token (5.2.3), `<id>|<secret>`, whole, exactly as it was issued; and what one may be given.

import { type TokenAbility, tokenAbilities } from '@rookery/contracts/token-abilities.ts'

export const secretBytes = 32

export interface TokenText {
  tokenId: number
  secret: string
}

const written = /^([1-9][0-9]{0,9})\|([A-Za-z0-9_-]{43})$/
/** Ids are 32-bit in every database; a larger one must not even be asked for. */
const largestId = 2_147_483_647

/** Null for everything that this panel cannot have issued. */
export function readTokenText(text: string): TokenText | null {
  const [, id = '', secret = ''] = written.exec(text) ?? []
  const tokenId = Number(id)
  return secret === '' || tokenId > largestId ? null : { tokenId, secret }
}

export function writeTokenText({ tokenId, secret }: TokenText): string {
  return `${tokenId}|${secret}`
}

interface Limited {
  expiresAtMs: number | null
  gameServerIds: readonly number[] | null
}

/**
 * What is hashed of a token. One that ends, or is for some game servers only, is hashed otherwise: a panel of the
 * version before, which knows of neither, then does not take it at all instead of taking it without its limits.
 */
export function hashedText(secret: string, { expiresAtMs, gameServerIds }: Limited): string {
  return expiresAtMs === null && gameServerIds === null ? secret : `limited|${secret}`
}

/** No session token has this sign, every personal access token does. */
export function isTokenText(bearerToken: string): boolean {
  return bearerToken.includes('|')
}

/** Which abilities somebody may give to a token: those that begin with `admin:` only administrators (5.2.6). */
export function grantableAbilities(isAdministrator: boolean): TokenAbility[] {
  const names = Object.keys(tokenAbilities) as TokenAbility[]
  return isAdministrator ? names : names.filter(name => !name.startsWith('admin:'))
}
