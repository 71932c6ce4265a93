// Activity: what happened to game servers, from tasks, state changes and edits, and what people did, where that is
// recorded; never from the audit log.

import { setImmediate as letOthers } from 'node:timers/promises'
import { administratorPermission } from '@rookery/contracts/game-server-permissions.ts'
import {
  type ActivityEntry,
  type ActivityFilterQuery,
  activityExportLimit,
} from '@rookery/contracts/http/activity.ts'
import type { Kysely } from 'kysely'
import type { SignedInCaller } from '../../platform/caller.ts'
import type { Changes } from '../../platform/changes.ts'
import type { Schema } from '../../platform/database/schema.ts'
import { lacking } from '../../platform/lacking.ts'
import type { Log } from '../../platform/log.ts'
import { invalidField } from '../../platform/panel-error.ts'
import type { Access } from '../access/access.ts'
import { isVisible } from '../access/logic/visible-objects.ts'
import type { GameServers } from '../game-servers/game-servers.ts'
import type { TemplateTranslations } from '../template-translations/template-translations.ts'
import { type ActivityFilter, createActivityStore } from './activity-store.ts'
import { createActivityWriter, retainedLines } from './activity-writer.ts'
import { csvCut, csvHeader, csvLine } from './logic/csv.ts'
import { viewOfPeople, visibleEntry } from './logic/visible-entry.ts'
import { activityRoutes } from './routes.ts'

interface ActivityDeps {
  db: Kysely<Schema>
  access: Pick<Access, 'onGameServer' | 'visibleGameServers' | 'isAdministrator'>
  gameServers: Pick<GameServers, 'find'>
  translations: TemplateTranslations
  changes: Changes
  log: Log
  now(): number
  /** How much of what people did is stored. */
  config: { peopleDays: number; peopleLines: number }
}

interface Window {
  before?: number | undefined
  limit: number
}

export type ActivityQuestion = ActivityFilterQuery & Window

const dayMs = 24 * 60 * 60_000
const retainedDays = 90
const cleanUpEveryMs = 60 * 60_000
const exportedAtOnce = 500

export function openActivity(deps: ActivityDeps) {
  const activity = createActivity(deps)
  return { ...activity, routes: activityRoutes(activity, deps.translations) }
}

export type Activity = ReturnType<typeof createActivity>

function createActivity({ db, access, gameServers, changes, log, now, config }: ActivityDeps) {
  const store = createActivityStore(db)
  const writer = createActivityWriter({ store, changes, log, now })
  let cleanedUpAtMs = Number.NEGATIVE_INFINITY

  async function read(
    caller: SignedInCaller,
    filter: ActivityFilter,
    limit: number,
  ): Promise<ActivityEntry[]> {
    const lines = await store.list(filter, limit)
    const ids = [...new Set(lines.flatMap(line => ('what' in line ? [] : line.server.id)))]
    const held = new Map(
      await Promise.all(ids.map(async id => [id, await access.onGameServer(caller, id)] as const)),
    )
    return lines.flatMap((line): ActivityEntry[] => {
      if ('what' in line) return [line]
      const rights = held.get(line.server.id)
      return rights ? [visibleEntry(line, rights)] : []
    })
  }

  async function filterOf(caller: SignedInCaller, query: ActivityFilterQuery): Promise<ActivityFilter> {
    const { kind, user: userId, scope, server, subject_type, subject_id } = query
    if (subject_id !== undefined && subject_type === undefined) {
      throw invalidField('subject_type', 'is required with subject_id')
    }
    const isAdministrator = await access.isAdministrator(caller.userId)
    // Who did something is hidden from some readers: they must not find it out by asking for a person.
    if (userId !== undefined && userId !== caller.userId && !isAdministrator) {
      const message =
        'only administrators see the activity of another person: leave out user, or name yourself'
      throw lacking({ permission: administratorPermission }, message)
    }
    const visible = await access.visibleGameServers(caller.userId)
    const isHidden = server !== undefined && !isVisible(visible, server)
    return {
      of: scope === 'people' || isHidden ? null : (server ?? visible),
      people: scope === 'servers' ? null : viewOfPeople({ userId: caller.userId, isAdministrator }),
      kind,
      userId,
      gameServerId: server,
      subject: subject_type && { type: subject_type, id: subject_id },
      sinceMs: timeIn(query.since),
      untilMs: timeIn(query.until),
    }
  }

  return {
    async ofGameServer(
      caller: SignedInCaller,
      gameServerId: number,
      { limit, before, ...query }: ActivityQuestion,
    ) {
      await gameServers.find(gameServerId)
      const filter = await filterOf(caller, { ...query, server: gameServerId })
      return read(caller, { ...filter, before }, limit)
    },

    async ofAll(caller: SignedInCaller, { limit, before, ...query }: ActivityQuestion) {
      const filter = await filterOf(caller, query)
      const sinceMs = filter.sinceMs ?? now() - dayMs
      return read(caller, { ...filter, sinceMs, before }, limit)
    },

    /** The same as CSV, newest first, a piece at a time: refuses before its first piece or not at all. */
    async exported(
      caller: SignedInCaller,
      query: ActivityFilterQuery,
      signal: AbortSignal,
    ): Promise<AsyncGenerator<string>> {
      const filter = await filterOf(caller, query)
      return csvPieces(before => read(caller, { ...filter, before }, exportedAtOnce), signal)
    },

    /** When settings of a game server were changed, the oldest first. */
    editsOf: store.editsOf,

    /** Forgets what is too old or too much; does something at most once an hour. */
    async cleanUp(): Promise<void> {
      if (now() - cleanedUpAtMs < cleanUpEveryMs) return
      cleanedUpAtMs = now()
      // Whoever has asked something meanwhile goes first.
      while (await store.forgetBefore(now() - retainedDays * dayMs, 'servers')) await letOthers()
      while (await store.forgetBefore(now() - config.peopleDays * dayMs, 'people')) await letOthers()
      while (await store.trimPeople(config.peopleLines)) await letOthers()
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

async function* csvPieces(
  readPage: (before: number | undefined) => Promise<ActivityEntry[]>,
  signal: AbortSignal,
): AsyncGenerator<string> {
  yield csvHeader
  let before: number | undefined
  for (let written = 0; written < activityExportLimit; written += exportedAtOnce) {
    signal.throwIfAborted()
    const entries = await readPage(before)
    if (entries.length > 0) yield entries.map(csvLine).join('')
    if (entries.length < exportedAtOnce) return
    before = entries.at(-1)?.id
  }
  if ((await readPage(before)).length > 0) yield csvCut(activityExportLimit)
}

const timeIn = (text: string | undefined) => (text === undefined ? undefined : Date.parse(text))
