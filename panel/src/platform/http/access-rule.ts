// Who may call a route or open a channel. Every route declares one of these; without it, it does not compile.

import type {
  GameServerPermission,
  GeneralPermission,
  ObjectType,
} from '@rookery/contracts/game-server-permissions.ts'
import type { TokenAbility } from '@rookery/contracts/token-abilities.ts'
import type {
  AccountCaller,
  Caller,
  LoginSessionCaller,
  PersonalAccessTokenCaller,
  SignedInCaller,
} from '../caller.ts'

/** What a personal access token needs on a route: one ability, none in particular, or it is refused. */
type TokenUse = TokenAbility | 'any ability' | 'refused'

type Demand =
  | { who: 'anyone'; whileEnrolling: boolean }
  | { who: 'login session'; whileEnrolling: boolean }
  /** Everybody with all rights of an account. */
  | { who: 'account' }
  | { who: 'signed in'; tokens: TokenUse; whileEnrolling: boolean; peopleOnly: boolean }
  /** `orWithPlan`: and people who have a plan, in a session. */
  | { who: 'administrator'; tokens: TokenUse; inPerson?: boolean; orWithPlan?: boolean }
  /** And administrators. */
  | { who: 'owner of game server'; tokens: 'refused' }
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

/** A session or a key: whatever goes on in the name of the whole account. A personal access token is a stranger. */
export function account(): AccessRule<AccountCaller> {
  return { demand: { who: 'account' } }
}

/** A route that refuses personal access tokens sees those alone who carry all rights of an account. */
export function signedIn(tokens: 'refused'): AccessRule<AccountCaller>
export function signedIn(tokens: TokenUse): AccessRule<SignedInCaller>
export function signedIn(tokens: TokenUse): AccessRule<SignedInCaller> {
  return { demand: { who: 'signed in', tokens, whileEnrolling: false, peopleOnly: false } }
}

/** What belongs to a person and their sign-in: a service account is a stranger there. */
export function ofPerson(
  tokens: 'refused',
  options?: { whileEnrolling?: boolean },
): AccessRule<LoginSessionCaller>
export function ofPerson(tokens: TokenUse): AccessRule<LoginSessionCaller | PersonalAccessTokenCaller>
export function ofPerson(
  tokens: TokenUse,
  options: { whileEnrolling?: boolean } = {},
): AccessRule<LoginSessionCaller | PersonalAccessTokenCaller> {
  const whileEnrolling = options.whileEnrolling ?? false
  return { demand: { who: 'signed in', tokens, whileEnrolling, peopleOnly: true } }
}

export function administrator(tokens?: 'refused'): AccessRule<AccountCaller>
export function administrator(tokens: TokenUse): AccessRule<SignedInCaller>
export function administrator(tokens: TokenUse = 'refused'): AccessRule<SignedInCaller> {
  return { demand: { who: 'administrator', tokens } }
}

/** Administrators, and people whose plan lets them have game servers of their own. */
export function administratorOrPlan(tokens?: 'refused'): AccessRule<AccountCaller>
export function administratorOrPlan(tokens: TokenUse): AccessRule<SignedInCaller>
export function administratorOrPlan(tokens: TokenUse = 'refused'): AccessRule<SignedInCaller> {
  return { demand: { who: 'administrator', tokens, orWithPlan: true } }
}

/** A person who is an administrator: never a program, whatever its account holds. */
export function administratorInPerson(): AccessRule<LoginSessionCaller> {
  return { demand: { who: 'administrator', tokens: 'refused', inPerson: true } }
}

/** The route's `{server}` names the game server. */
export function onGameServer(
  permissions: GameServerPermission | readonly GameServerPermission[],
  tokens: TokenUse = 'refused',
): AccessRule<SignedInCaller> {
  const list = typeof permissions === 'string' ? [permissions] : permissions
  return { demand: { who: 'on game server', permissions: list, tokens } }
}

/** The owner of the game server that `{server}` names, and administrators. Only people own: a program manages as administrator. */
export function ownerOfGameServer(): AccessRule<AccountCaller> {
  return { demand: { who: 'owner of game server', tokens: 'refused' } }
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
