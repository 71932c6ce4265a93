// Tells that nodes came and went: at once when one is there, and half a minute after one has left, so that a restart of
// the panel or of a daemon is no news. What was told last is stored, so that several instances tell it once.

import type { Kysely } from 'kysely'
import type { Changes } from '../../platform/changes.ts'
import type { DaemonLink } from '../../platform/daemon-link/daemon-link.ts'
import type { Schema } from '../../platform/database/schema.ts'
import type { Log } from '../../platform/log.ts'
import { timeOf } from '../../platform/times.ts'
import type { EventFeed } from './event-feed.ts'

interface NodePresenceDeps {
  db: Kysely<Schema>
  eventFeed: Pick<EventFeed, 'changeCondition' | 'conditions' | 'forgetCondition'>
  link: Pick<DaemonLink, 'isOnline'>
  changes: Pick<Changes, 'listen'>
  log: Log
  now(): number
}

export const awayGraceMs = 30_000
const prefix = 'node '
const subjectOf = (nodeId: number) => `${prefix}${nodeId}`

export type NodePresence = ReturnType<typeof createNodePresence>

export function createNodePresence({ db, eventFeed, link, changes, log, now }: NodePresenceDeps) {
  /** What was reported last, as far as this instance knows. */
  let reported: Map<number, string> | null = null
  const awaySince = new Map<number, number>()

  async function readReported(): Promise<Map<number, string>> {
    const stored = await eventFeed.conditions(prefix)
    const read = new Map([...stored].map(([subject, state]) => [Number(subject.slice(prefix.length)), state]))
    reported ??= read
    return reported
  }

  async function reportOnline(nodeId: number): Promise<void> {
    awaySince.delete(nodeId)
    const known = reported ?? (await readReported())
    if (known.get(nodeId) === 'online') return
    const fact = `node ${nodeId} online ${now()}`
    await eventFeed.changeCondition(subjectOf(nodeId), 'online', [
      { kind: 'node.online', fact, nodeId, data: {} },
    ])
    known.set(nodeId, 'online')
  }

  async function reportOffline(nodeId: number, sinceMs: number): Promise<void> {
    const query = db.selectFrom('nodes').select('id').where('id', '=', nodeId)
    // Deleted: nobody waits for it.
    if (!(await query.executeTakeFirst())) await eventFeed.forgetCondition(subjectOf(nodeId))
    else {
      const data = { since: timeOf(sinceMs) }
      const fact = `node ${nodeId} offline ${sinceMs}`
      await eventFeed.changeCondition(subjectOf(nodeId), 'offline', [
        { kind: 'node.offline', fact, nodeId, data },
      ])
    }
    reported?.set(nodeId, 'offline')
    awaySince.delete(nodeId)
  }

  const unlisten = changes.listen(change => {
    if (change.kind !== 'node-presence') return
    if (!change.online) return void awaySince.set(change.nodeId, now())
    reportOnline(change.nodeId).catch(error =>
      log.warn({ err: error, node_id: change.nodeId }, 'the event of a node could not be written'),
    )
  })

  return {
    /** Often: what has been away for long enough is told. */
    async check(): Promise<void> {
      for (const [nodeId, state] of reported ?? (await readReported())) {
        const isOnline = link.isOnline(nodeId)
        if (isOnline) await reportOnline(nodeId)
        else if (state === 'online') {
          const since = awaySince.get(nodeId) ?? now()
          awaySince.set(nodeId, since)
          if (now() - since >= awayGraceMs) await reportOffline(nodeId, since)
        }
      }
    },
    close: unlisten,
  }
}
