// Suspension of a game server by an administrator: written together with its rights, kept by its node, told to everybody.

import type { BodyOf } from '@rookery/contracts/http/endpoint.ts'
import type { suspendGameServer } from '@rookery/contracts/http/suspension.ts'
import { reasonOf } from '@rookery/contracts/reasons.ts'
import type { Suspension } from '@rookery/contracts/suspension.ts'
import type { SignedInCaller } from '../../platform/caller.ts'
import type { Changes } from '../../platform/changes.ts'
import type { RequireState } from '../../platform/http/edit-tags.ts'
import { PanelError } from '../../platform/panel-error.ts'
import { timeOf } from '../../platform/times.ts'
import type { Access } from '../access/access.ts'
import type { EventFeed, NewEvent } from '../event-feed/event-feed.ts'
import type { Nodes } from '../nodes/nodes.ts'
import type { Tasks } from '../tasks/tasks.ts'
import { editedDetails } from './change-game-server.ts'
import type { Definitions } from './definitions.ts'
import type { GameServersStore } from './game-servers-store.ts'
import { unknownGameServer } from './save-changes.ts'
import type { StoredGameServer } from './stored-game-server.ts'

interface SuspensionDeps {
  access: Pick<Access, 'changeRights'>
  store: GameServersStore
  definitions: Definitions
  nodes: Pick<Nodes, 'find'>
  tasks: Pick<Tasks, 'create'>
  eventFeed: Pick<EventFeed, 'write'>
  changes: Changes
  now(): number
}

interface Editor {
  caller: SignedInCaller
  requireState: RequireState | null
}

export function createSetSuspension(deps: SuspensionDeps) {
  const { access, store, definitions, eventFeed, changes, now } = deps

  /** A daemon that does not know suspensions is told to stop, as by a person (L29). */
  async function stopByTask({ id, nodeId, state }: StoredGameServer, userId: number): Promise<void> {
    const { capabilities } = await deps.nodes.find(nodeId)
    if (capabilities.includes('suspension') || !['starting', 'running', 'paused'].includes(state)) return
    await deps.tasks.create({ nodeId, gameServerId: id, kind: 'stop', requestedBy: userId })
  }

  /** Null: it ends. Gives whether anything is other than before; then it is in force everywhere. */
  return async (
    id: number,
    wanted: BodyOf<typeof suspendGameServer> | null,
    { caller, requireState }: Editor,
  ): Promise<boolean> => {
    const by = { userId: caller.userId, login: caller.login }
    const changed = await access.changeRights('everybody', caller, async transaction => {
      const present = await store.lock(transaction, id)
      if (!present) throw unknownGameServer()
      requireState?.(editedDetails(present))
      const before = present.suspended
      if ((before?.reason ?? null) === (wanted?.reason ?? null)) return null
      const suspended = wanted && {
        at: before?.at ?? timeOf(now()),
        by: by.login,
        reason: wanted.reason,
      }
      await store.writeSuspension(transaction, id, suspended, now())
      const news = {
        ...{ fact: `suspension ${present.uuid} ${present.revision + 1}`, userId: by.userId },
        ...{ gameServerId: id, nodeId: present.nodeId, gameServerName: present.name },
      }
      const event: NewEvent = suspended
        ? { ...news, kind: 'server.suspended', data: { reason: suspended.reason } }
        : { ...news, kind: 'server.unsuspended', data: {} }
      await eventFeed.write(transaction, event)
      return { present, before }
    })
    if (!changed) return false
    const { present, before } = changed
    const edit = {
      what: 'details' as const,
      fields: ['suspended'],
      variables: [],
      changes: [
        {
          ...({ of: 'field', name: 'suspended' } as const),
          ...{ before: before?.reason ?? null, after: wanted?.reason ?? null },
        },
      ],
    }
    changes.publish({ kind: 'game-server-edited', gameServerId: id, userId: by.userId, edit })
    const server = await store.find(id)
    if (server) await definitions.push(server)
    if (wanted) await stopByTask(present, by.userId)
    // Who looks at it reads it anew.
    const { state, stateReason: reason, stateChangedAtMs: changedAtMs } = server ?? present
    changes.announce({
      ...{ kind: 'game-server-state', gameServerId: id, state, reason, changedAtMs },
      ...{ exitCode: null, isNews: false, isSuspensionNew: true },
    })
    return true
  }
}

/** Said in the words of its node, which the interface knows in every language. */
export function suspendedError({ reason }: Pick<Suspension, 'reason'>): PanelError {
  return new PanelError('server_suspended', { message: reasonOf('suspended', { reason }) })
}

/** What would run it, or change all of its files. */
const refusedKinds: readonly string[] = ['start', 'restart', 'resume', 'install', 'update', 'reinstall']

export function requireNotSuspended({ suspended }: Pick<StoredGameServer, 'suspended'>, kind: string): void {
  if (suspended && refusedKinds.includes(kind)) throw suspendedError(suspended)
}
