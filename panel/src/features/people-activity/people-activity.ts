// People's activity: who did what in the panel, where ACTIVITY_PEOPLE is on, written with the change that it tells of.
// The feature `activity` reads it. It is not the audit log of section 6.4, which stays lines of the log alone.

import type { Kysely, Transaction } from 'kysely'
import type { Changes } from '../../platform/changes.ts'
import { inTransaction } from '../../platform/database/portable.ts'
import type { Schema } from '../../platform/database/schema.ts'
import type { Log } from '../../platform/log.ts'
import type { EventFeed } from '../event-feed/event-feed.ts'
import type { PanelSettings, RecordSettings } from '../panel-settings/panel-settings.ts'
import { createFailedSignIns } from './failed-sign-ins.ts'
import { type Author, authorOf } from './people-activity-rules.ts'
import { insertPeopleEntry, type NewPeopleEntry } from './people-activity-store.ts'

export type { NewPeopleEntry } from './people-activity-store.ts'

interface PeopleActivityDeps {
  db: Kysely<Schema>
  panelSettings: Pick<PanelSettings, 'read'>
  eventFeed: Pick<EventFeed, 'write'>
  changes: Pick<Changes, 'announce'>
  log: Log
  now(): number
}

/** Until then the transaction of what was recorded is over, and whoever looks finds it. */
const announceAfterMs = 400

export type PeopleActivity = ReturnType<typeof createPeopleActivity>

export function createPeopleActivity({
  db,
  panelSettings,
  eventFeed,
  changes,
  log,
  now,
}: PeopleActivityDeps) {
  const concerned = new Set<number>()
  let entries = 0
  let timer: NodeJS.Timeout | undefined

  const isOn = async (database: Kysely<Schema>) =>
    (await panelSettings.read(['activity_people'], database)).activity_people

  /** A burst of entries is one announcement. */
  function announceSoon(ids: readonly (number | null)[]): void {
    for (const id of ids) if (id !== null) concerned.add(id)
    timer ??= setTimeout(() => {
      timer = undefined
      const userIds = [...concerned]
      concerned.clear()
      changes.announce({ kind: 'people-activity-written', userIds })
    }, announceAfterMs).unref()
  }

  const failedSignIns = createFailedSignIns({ db, log, now, isOn, written: announceSoon })

  async function write(
    transaction: Transaction<Schema>,
    author: Author,
    entry: NewPeopleEntry,
    options: { isAlways?: boolean } = {},
  ): Promise<void> {
    if (!options.isAlways && !(await isOn(transaction))) return
    entries += 1
    const atMs = now()
    await insertPeopleEntry(transaction, author, entry, { atMs, fact: `${entry.event} ${atMs} ${entries}` })
    const about = entry.subject?.type === 'user' ? entry.subject.id : null
    if (entry.event === 'signed_in' && author.userId !== null) {
      const user = { id: author.userId, login: author.login ?? '' }
      const fact = `signed in ${author.userId} ${atMs} ${entries}`
      await eventFeed.write(transaction, {
        ...{ kind: 'user.signed_in', fact, data: { user, ip: entry.details?.ip ?? '' } },
      })
    }
    announceSoon([author.userId, about])
  }

  return {
    /**
     * Part of the transaction of the change: no entry without the change, and no change without the entry. `isAlways`:
     * also where it is off, as of switching it off itself.
     */
    write,
    /** Switching the record itself on or off is in it. */
    async writeSettings(...[transaction, caller, changed]: Parameters<RecordSettings>): Promise<void> {
      if (changed.length === 0) return
      const isAlways = changed.some(({ field }) => field === 'activity_people')
      const details = { changes: [...changed] }
      await write(transaction, authorOf(caller), { event: 'settings_changed', details }, { isAlways })
    },
    /** Of what is not one transaction, as an upgrade of a node that has ended; never rejects. */
    async writeAlone(author: Author, entry: NewPeopleEntry): Promise<void> {
      await inTransaction(db, transaction => write(transaction, author, entry)).catch(error =>
        log.warn({ err: error, event: entry.event }, 'a line is missing in the activity'),
      )
    },
    noteFailedSignIn: failedSignIns.note,
    async close(): Promise<void> {
      await failedSignIns.flush()
      clearTimeout(timer)
    },
  }
}
