// What a refused caller is told they lack. It follows from the route and the kind of caller alone, and from the caller's
// own permissions where a route needs several: never from whether the object exists (A08).

import type { MissingRight } from '@rookery/contracts/errors.ts'
import {
  administratorPermission,
  type GameServerPermission,
} from '@rookery/contracts/game-server-permissions.ts'
import type { AccessRule } from '../../../platform/http/access-rule.ts'
import { type Carried, isTokenAllowed } from './token-use.ts'

interface Refused {
  demand: AccessRule['demand']
  carried: Carried
  /** A key of a service account. */
  isProgram: boolean
  isAdministrator: boolean
  /** On the game server of the route. */
  isHeld(permission: GameServerPermission): boolean
}

/** Null: the rule demands no right that one could have. */
export function missingRight({
  demand,
  carried,
  isProgram,
  isAdministrator,
  isHeld,
}: Refused): MissingRight | null {
  if (!('tokens' in demand)) return null
  if (!isTokenAllowed(demand.tokens, carried)) {
    return demand.tokens === 'refused' || demand.tokens === 'any ability'
      ? { credential: 'session_or_service_account' }
      : { ability: demand.tokens }
  }
  switch (demand.who) {
    case 'signed in':
      return null
    case 'administrator':
      return demand.inPerson && isProgram
        ? { credential: 'session' }
        : { permission: administratorPermission }
    case 'owner of game server':
      return { permission: administratorPermission }
    case 'in section':
      return demand.administratorsOnly && !isAdministrator
        ? { permission: administratorPermission }
        : { permission: demand.permission, object_type: demand.objectType }
    case 'on game server': {
      const permission = demand.permissions.find(name => !isHeld(name)) ?? demand.permissions[0]
      return permission === undefined ? null : { permission, object_type: 'server' }
    }
  }
}
