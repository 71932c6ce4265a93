// The event feed: what has happened, for programs, in one order that all instances agree on. Webhooks and the channel
// read it; everything else writes into it, in the transaction of the change where there is one.

import { setImmediate as letOthers } from 'node:timers/promises'
import type { Kysely, Transaction } from 'kysely'
import type { Changes } from '../../platform/changes.ts'
import { inTransaction } from '../../platform/database/portable.ts'
import type { Schema } from '../../platform/database/schema.ts'
import type { Log } from '../../platform/log.ts'
import { createEventFeedStore, type EventConsumer, type EventPosition } from './event-feed-store.ts'
import { eventsOfChange } from './logic/events-of-change.ts'
import type { NewEvent, NumberedEvent } from './new-event.ts'

export type { EventConsumer } from './event-feed-store.ts'
export type { NewEvent, NumberedEvent } from './new-event.ts'

interface EventFeedDeps {
  db: Kysely<Schema>
  changes: Changes
  log: Log
  now(): number
  randomUuid(): string
  /** Of a program beside the panel: what is made of events is made by a panel, which numbers them. */
  onlyWrites?: boolean
}

const dayMs = 24 * 60 * 60_000
export const retainedDays = 14
export const retainedRows = 200_000
const cleanUpEveryMs = 60 * 60_000
/** How long after it was written an event is looked for: its transaction must have ended first. */
const looksAfterMs = [50, 200, 1_000, 4_000] as const
const notedAfterMs = 200
const notedAtOnce = 100
const notedLimit = 5_000
const retryMs = 5_000

export type EventFeed = ReturnType<typeof createEventFeed>

export function createEventFeed(deps: EventFeedDeps) {
  const { db, changes, log, now, randomUuid, onlyWrites = false } = deps
  const store = createEventFeedStore(db)
  const consumers: EventConsumer[] = []
  const afterNumbering: (() => void)[] = []
  /** Written by this instance and not seen with a number yet. */
  const awaited = new Set<string>()
  let noted: NewEvent[] = []
  let noting: NodeJS.Timeout | undefined
  let looking: NodeJS.Timeout | undefined
  let looks = 0
  let isClosed = false
  let numbering: Promise<void> = Promise.resolve()
  /** What is being written now of what was told outside a transaction. */
  const writing = new Set<Promise<unknown>>()
  let cleanedUpAtMs = Number.NEGATIVE_INFINITY

  async function write(database: Kysely<Schema>, ...events: NewEvent[]): Promise<void> {
    const atMs = now()
    const written = events.map(event => ({ eventId: randomUuid(), atMs, event }))
    if (written.length === 0) return
    await store.write(database, written)
    if (onlyWrites) return
    for (const { eventId } of written) awaited.add(eventId)
    looks = 0
    lookSoon()
  }

  function lookSoon(): void {
    if (isClosed) return
    looking ??= setTimeout(() => {
      looking = undefined
      if (awaited.size > 0) void number().then(lookAgain)
    }, looksAfterMs[looks] ?? 0).unref()
  }

  /** A fact that was known already, or whose transaction was rolled back, never comes. */
  function lookAgain(): void {
    looks += 1
    if (awaited.size === 0) return
    if (looks < looksAfterMs.length) lookSoon()
    else awaited.clear()
  }

  /** Numbers what can be seen; never rejects. */
  function number(): Promise<void> {
    numbering = numbering.then(async () => {
      try {
        if (!(await store.hasUnnumbered())) return
        for (;;) {
          const events = await store.number(consumers)
          for (const { id } of events) awaited.delete(id)
          const last = events.at(-1)
          if (!last) return
          for (const tell of afterNumbering) tell()
          changes.announce({ kind: 'events-numbered', lastSeq: last.seq })
          await letOthers()
        }
      } catch (error) {
        if (!isClosed) log.warn({ err: error }, 'events could not be numbered; it is tried again')
      }
    })
    return numbering
  }

  function track(written: Promise<unknown>): void {
    writing.add(written)
    void written.finally(() => writing.delete(written))
  }

  function note(...events: NewEvent[]): void {
    for (const event of events) {
      if (noted.length >= notedLimit) log.warn({ fact: event.fact }, 'an event is lost: too many wait')
      else noted.push(event)
    }
    if (noted.length > 0) noteSoon(notedAfterMs)
  }

  function noteSoon(afterMs: number): void {
    if (isClosed) return
    noting ??= setTimeout(() => {
      noting = undefined
      track(writeNoted())
    }, afterMs).unref()
  }

  async function writeNoted(): Promise<void> {
    while (noted.length > 0) {
      const some = noted.splice(0, notedAtOnce)
      try {
        await inTransaction(db, transaction => write(transaction, ...some))
      } catch (error) {
        noted = [...some, ...noted]
        log.warn({ err: error, events: some.length }, 'events could not be written; it is tried again')
        return noteSoon(retryMs)
      }
    }
  }

  /** Everything that was told before has been written and numbered when this resolves. */
  async function flush(): Promise<void> {
    await writeNoted()
    await Promise.all(writing)
    await number()
  }

  /** Tells a condition of something that lasts when it differs from what was told last, by whichever instance. */
  async function changeCondition(
    subject: string,
    state: string,
    events: readonly NewEvent[],
  ): Promise<boolean> {
    return store.changeCondition(subject, state, now(), transaction => write(transaction, ...events))
  }

  const unlisten = changes.listen((change, origin) => {
    // Whoever tells it writes it down.
    if (origin !== 'here') return
    const { events, condition } = eventsOfChange(change, now())
    if (!condition) return note(...events)
    const written = changeCondition(condition.subject, condition.state, events).catch(error =>
      log.warn({ err: error, subject: condition.subject }, 'an event could not be written'),
    )
    track(written)
  })

  return {
    /** Part of the transaction of the change: no event without the change, and no change without the event. */
    write: (transaction: Transaction<Schema>, ...events: NewEvent[]) => write(transaction, ...events),
    /** Of what is not one transaction: written a moment later. */
    note,
    changeCondition,
    conditions: store.conditions,
    forgetCondition: store.forgetCondition,

    /**
     * Whatever is made of events exactly once, in the transaction that numbers them. `afterwards`: that has ended, so
     * everybody can read what was made; not where it was rolled back.
     */
    addConsumer(consume: EventConsumer, afterwards: () => void = () => {}): void {
      consumers.push(consume)
      afterNumbering.push(afterwards)
    },

    position: (): Promise<EventPosition> => store.position(),
    read: (afterSeq: number, limit: number): Promise<NumberedEvent[]> => store.read(afterSeq, limit),

    /** What an instance that ended left without a number; forgets, once an hour, what is too old or too much. */
    async keepHouse(): Promise<void> {
      await number()
      if (now() - cleanedUpAtMs < cleanUpEveryMs) return
      cleanedUpAtMs = now()
      while (await store.forget(now() - retainedDays * dayMs, retainedRows)) await letOthers()
    },

    flush,
    async close(): Promise<void> {
      unlisten()
      await flush()
      isClosed = true
      clearTimeout(noting)
      clearTimeout(looking)
    },
  }
}
