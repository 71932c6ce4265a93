// The refusal that names what would have opened a route, in words and for programs.

import type { MissingRight } from '@rookery/contracts/errors.ts'
import {
  administratorPermission,
  type GameServerPermission,
  gameServerPermissions,
} from '@rookery/contracts/game-server-permissions.ts'
import { PanelError } from './panel-error.ts'

/** What is missing, in words. */
export function missingMessage(missing: MissingRight): string {
  if ('ability' in missing) return `this access token lacks the ability ${missing.ability}`
  if ('credential' in missing) {
    return missing.credential === 'session'
      ? 'this is left to people: a person who may do it signs in, a service account may not'
      : 'no personal access token can do this: use a session, or the key of a service account'
  }
  const { permission, object_type } = missing
  if (permission === administratorPermission) {
    return `only administrators can do this: it needs the permission ${permission}`
  }
  if (object_type === 'server') {
    const name = permission as GameServerPermission
    const basic = name === 'game-server-common' ? '' : ', together with game-server-common,'
    return `you do not have permission to do this: it needs ${name} (${gameServerPermissions[name]})${basic} on this game server`
  }
  return `you do not have permission to do this: it needs ${permission}${object_type ? ` on this ${object_type}` : ''}`
}

/** The refusal that names it; `message` where the route says it better. */
export function lacking(missing: MissingRight, message = missingMessage(missing)): PanelError {
  return new PanelError('forbidden', { message, missing })
}
