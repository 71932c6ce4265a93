// The change feed of several instances: what one tells everywhere reaches the others through the shared cache.
//
// Whoever told it goes on when every other instance has said that it has heard, or after `unheardMs`: nothing that an
// instance remembers without asking may live longer than that, so that afterwards nobody is wrong any more.

import { parseJson } from '@rookery/primitives/parse-json.ts'
import * as z from 'zod'
import type { OpenCache } from './cache/cache.ts'
import { type Change, type Changes, type LocalChanges, readChange } from './changes.ts'
import type { Log } from './log.ts'
import { createThrottledLog } from './throttled-log.ts'

const batchMs = 5
const oweAgainMs = 1_000
const everythingMayHaveChanged: Change[] = [
  { kind: 'changes-missed' },
  { kind: 'rights-changed', userId: 'everybody' },
]

interface SharedChangesOptions {
  cache: OpenCache
  instanceId: string
  /** How long to wait for an instance that does not answer. */
  unheardMs: number
  log: Log
}

const changeMessage = z.object({ from: z.string(), id: z.int(), change: z.unknown() })
const announcedMessage = z.object({ from: z.string(), changes: z.array(z.unknown()) })

/** Listens until the cache is closed. With a cache of this process alone there is nobody else to tell. */
export async function shareChanges(local: LocalChanges, options: SharedChangesOptions): Promise<Changes> {
  const { instanceId, unheardMs, log } = options
  if (!options.cache.isShared) return local
  const cache = options.cache.namespace('changes')
  const answersTo = (instance: string) => `heard-by-${instance}`
  const answers = createAnswerCounts()
  const throttledLog = createThrottledLog(log)
  let lastId = 0

  function hear(value: unknown): void {
    const change = readChange(value)
    if (change === 'unreadable') missed(new Error('a change in it is not as this version knows it'))
    else if (change !== 'unknown') local.hear(change)
  }

  /** What was said may be anything: nothing that this instance remembers counts any more. */
  function missed(error: unknown): void {
    throttledLog.warn(
      { err: error },
      'a message of another instance cannot be read, so everything is reloaded: run the same version on all instances',
    )
    for (const change of everythingMayHaveChanged) local.hear(change)
  }

  function read<Shape extends z.ZodType>(shape: Shape, payload: string): z.output<Shape> | null {
    try {
      return parseJson(shape, payload, 'a message of another instance about changes')
    } catch (error) {
      missed(error)
      return null
    }
  }

  await cache.subscribe(answersTo(instanceId), id => answers.count(Number(id)))
  await cache.subscribe('told', payload => {
    const message = read(changeMessage, payload)
    if (!message) return
    const { from, id, change } = message
    if (from === instanceId) return answers.count(id)
    hear(change)
    cache.publish(answersTo(from), String(id)).catch(error => {
      log.warn({ err: error }, 'another instance could not be told that its change was heard')
    })
  })
  await cache.subscribe('announced', payload => {
    const message = read(announcedMessage, payload)
    if (message && message.from !== instanceId) message.changes.forEach(hear)
  })
  cache.onGap(() => {
    for (const change of everythingMayHaveChanged) local.publish(change)
  })

  let announced: Change[] = []
  let isOwing = false
  function publishAnnounced(): void {
    const changes = announced
    announced = []
    cache.publish('announced', JSON.stringify({ from: instanceId, changes })).catch(error => {
      log.warn({ err: error, count: changes.length }, 'other instances could not be told what has changed')
      oweOthers()
    })
  }

  /** Others may be connected while this instance is not: they learn that something is missing as soon as possible. */
  function oweOthers(): void {
    if (isOwing) return
    isOwing = true
    setTimeout(() => {
      isOwing = false
      const message = JSON.stringify({ from: instanceId, changes: everythingMayHaveChanged })
      cache.publish('announced', message).catch(oweOthers)
    }, oweAgainMs).unref()
  }

  return {
    ...local,
    announce(change) {
      local.publish(change)
      // One message for what comes within a moment: tasks may write thousands of lines.
      if (announced.push(change) === 1) setTimeout(publishAnnounced, batchMs)
    },
    async publishEverywhere(change) {
      local.publish(change)
      lastId += 1
      const message = { from: instanceId, id: lastId, change }
      const heard = answers.expect(lastId, unheardMs)
      // The change itself is done: a cache that is away must not make it look failed.
      await cache.publish('told', JSON.stringify(message)).then(heard.wanted, error => {
        log.warn({ err: error, kind: change.kind }, 'other instances could not be told of a change')
        oweOthers()
      })
      await heard.byAll
    },
  }
}

function createAnswerCounts() {
  const open = new Map<number, { count: number; wanted: number; end(): void }>()
  const endWhenComplete = (id: number) => {
    const counted = open.get(id)
    if (counted && counted.count >= counted.wanted) counted.end()
  }
  return {
    count(id: number): void {
      const counted = open.get(id)
      if (counted) counted.count += 1
      endWhenComplete(id)
    },
    /** Until `wanted` is called it is not known how many answers there will be; some may come before. */
    expect(id: number, limitMs: number) {
      const byAll = new Promise<void>(resolve => {
        const timer = setTimeout(() => end(), limitMs)
        const end = () => {
          clearTimeout(timer)
          open.delete(id)
          resolve()
        }
        open.set(id, { count: 0, wanted: Number.POSITIVE_INFINITY, end })
      })
      const wanted = (instances: number) => {
        const counted = open.get(id)
        if (counted) counted.wanted = instances
        endWhenComplete(id)
      }
      return { byAll, wanted }
    },
  }
}
