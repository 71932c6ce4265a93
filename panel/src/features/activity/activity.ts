// Activity: what happened to game servers, told from tasks, state changes and edits; never from the audit log.

import { setImmediate as letOthers } from 'node:timers/promises'
import type { ActivityEntry } from '@rookery/contracts/http/activity.ts'
import type { Kysely } from 'kysely'
import type { SignedInCaller } from '../../platform/caller.ts'
import type { Changes } from '../../platform/changes.ts'
import type { Schema } from '../../platform/database/schema.ts'
import type { Log } from '../../platform/log.ts'
import type { Access } from '../access/access.ts'
import type { GameServers } from '../game-servers/game-servers.ts'
import { type ActivityFilter, createActivityStore } from './activity-store.ts'
import { createActivityWriter, retainedLines } from './activity-writer.ts'
import { visibleEntry } from './logic/visible-entry.ts'
import { activityRoutes } from './routes.ts'

interface ActivityDeps {
  db: Kysely<Schema>
  access: Pick<Access, 'onGameServer' | 'visibleGameServers'>
  gameServers: Pick<GameServers, 'find'>
  changes: Changes
  log: Log
  now(): number
}

export interface ActivityQuestion extends Omit<ActivityFilter, 'of'> {
  limit: number
}

const dayMs = 24 * 60 * 60_000
const retainedDays = 90
const tidyEveryMs = 60 * 60_000

export function openActivity(deps: ActivityDeps) {
  const activity = createActivity(deps)
  return { ...activity, routes: activityRoutes(activity) }
}

export type Activity = ReturnType<typeof createActivity>

function createActivity({ db, access, gameServers, changes, log, now }: ActivityDeps) {
  const store = createActivityStore(db)
  const writer = createActivityWriter({ store, changes, log, now })
  let tidiedAtMs = Number.NEGATIVE_INFINITY

  async function read(
    caller: SignedInCaller,
    filter: ActivityFilter,
    limit: number,
  ): Promise<ActivityEntry[]> {
    const lines = await store.list(filter, limit)
    const ids = [...new Set(lines.map(line => line.server.id))]
    const held = new Map(
      await Promise.all(ids.map(async id => [id, await access.onGameServer(caller, id)] as const)),
    )
    return lines.flatMap(line => {
      const rights = held.get(line.server.id)
      return rights ? [visibleEntry(line, rights)] : []
    })
  }

  return {
    async ofGameServer(caller: SignedInCaller, gameServerId: number, { limit, ...filter }: ActivityQuestion) {
      await gameServers.find(gameServerId)
      return read(caller, { ...filter, of: gameServerId }, limit)
    },

    async ofAll(caller: SignedInCaller, { limit, ...filter }: ActivityQuestion) {
      const of = await access.visibleGameServers(caller.userId)
      return read(caller, { ...filter, of, sinceMs: filter.sinceMs ?? now() - dayMs }, limit)
    },

    /** When settings of a game server were changed, the oldest first. */
    editsOf: store.editsOf,

    /** Forgets what is too old or too much; does something at most once an hour. */
    async tidy(): Promise<void> {
      if (now() - tidiedAtMs < tidyEveryMs) return
      tidiedAtMs = now()
      // Whoever has asked something meanwhile goes first.
      while (await store.forgetBefore(now() - retainedDays * dayMs)) await letOthers()
      for (let last: number | null = 0; last !== null; await letOthers()) {
        const full = await store.withMoreThan(retainedLines, last)
        for (const gameServerId of full.ids) await store.trim(gameServerId, retainedLines)
        last = full.last
      }
    },

    flush: writer.flush,
    close: writer.close,
  }
}
