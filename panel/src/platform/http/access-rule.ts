// Who may call a route or open a channel. Every route declares one of these; without it, it does not compile.

import type {
  GameServerPermission,
  GeneralPermission,
  ObjectType,
} from '@rookery/contracts/game-server-permissions.ts'
import type { TokenAbility } from '@rookery/contracts/token-abilities.ts'
import type { Caller, LoginSessionCaller, SignedInCaller } from '../caller.ts'

/** What a personal access token needs on a route: one ability, none in particular, or it is refused. */
type TokenUse = TokenAbility | 'any ability' | 'refused'

type Demand =
  | { who: 'anyone'; whileEnrolling: boolean }
  | { who: 'login session'; whileEnrolling: boolean }
  | { who: 'signed in'; tokens: TokenUse; whileEnrolling: boolean }
  | { who: 'administrator'; tokens: TokenUse }
  | { who: 'on game server'; permissions: readonly GameServerPermission[]; tokens: TokenUse }
  | {
      who: 'in section'
      objectType: ObjectType
      permission: GeneralPermission
      tokens: TokenUse
      administratorsOnly?: boolean
      /** Holding the permission on one object of the type is enough. */
      onAnyObject?: boolean
    }

/** A demand, together with the kind of caller that a route behind it will see. */
export interface AccessRule<Sees extends Caller = Caller> {
  readonly demand: Demand
  readonly sees?: Sees
  /** A short-lived token in the address is another way in (5.4.3); elsewhere nobody looks at it. */
  readonly takesShortLivedToken?: boolean
}

export function orShortLivedToken<Sees extends Caller>(rule: AccessRule<Sees>): AccessRule<Sees> {
  return { ...rule, takesShortLivedToken: true }
}

export const anyone: AccessRule<Caller> = { demand: { who: 'anyone', whileEnrolling: false } }

/** Anyone, and a restricted session too. */
export const anyoneEvenEnrolling: AccessRule<Caller> = { demand: { who: 'anyone', whileEnrolling: true } }

export function loginSession(options: { whileEnrolling?: boolean } = {}): AccessRule<LoginSessionCaller> {
  return { demand: { who: 'login session', whileEnrolling: options.whileEnrolling ?? false } }
}

/** A route that refuses personal access tokens sees login sessions alone. */
export function signedIn(
  tokens: 'refused',
  options?: { whileEnrolling?: boolean },
): AccessRule<LoginSessionCaller>
export function signedIn(tokens: TokenUse, options?: { whileEnrolling?: boolean }): AccessRule<SignedInCaller>
export function signedIn(
  tokens: TokenUse,
  options: { whileEnrolling?: boolean } = {},
): AccessRule<SignedInCaller> {
  return { demand: { who: 'signed in', tokens, whileEnrolling: options.whileEnrolling ?? false } }
}

export function administrator(tokens?: 'refused'): AccessRule<LoginSessionCaller>
export function administrator(tokens: TokenUse): AccessRule<SignedInCaller>
export function administrator(tokens: TokenUse = 'refused'): AccessRule<SignedInCaller> {
  return { demand: { who: 'administrator', tokens } }
}

/** The route's `{server}` names the game server. */
export function onGameServer(
  permissions: GameServerPermission | readonly GameServerPermission[],
  tokens: TokenUse = 'refused',
): AccessRule<SignedInCaller> {
  const list = typeof permissions === 'string' ? [permissions] : permissions
  return { demand: { who: 'on game server', permissions: list, tokens } }
}

/** Administrators, and people who hold a general permission on this type of object; `{id}` names the object. */
export function inSection(
  objectType: ObjectType,
  permission: GeneralPermission,
  tokens: TokenUse = 'refused',
): AccessRule<SignedInCaller> {
  return { demand: { who: 'in section', objectType, permission, tokens } }
}

/** Whoever may view at least one object of the type: a list shows what one may see. */
export function listOfSection(objectType: ObjectType): AccessRule<SignedInCaller> {
  return {
    demand: { who: 'in section', objectType, permission: 'view', tokens: 'refused', onAnyObject: true },
  }
}

/** Administrators alone, unless an entry denies them this permission on the object; `{id}` names it. */
export function administratorInSection(
  objectType: ObjectType,
  permission: GeneralPermission,
): AccessRule<SignedInCaller> {
  return {
    demand: { who: 'in section', objectType, permission, tokens: 'refused', administratorsOnly: true },
  }
}
