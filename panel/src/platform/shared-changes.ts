// The change feed of several instances: what one tells everywhere reaches the others through the shared cache.
//
// Whoever told it goes on when every other instance has said that it has heard, or after `unheardMs`: nothing that an
// instance remembers without asking may live longer than that, so that afterwards nobody is wrong any more.

import type { OpenCache } from './cache/cache.ts'
import type { Change, Changes, LocalChanges } from './changes.ts'
import type { Log } from './log.ts'

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

interface Message {
  from: string
  id: number
  change: Change
}

/** Listens until the cache is closed. With a cache of this process alone there is nobody else to tell. */
export async function shareChanges(local: LocalChanges, options: SharedChangesOptions): Promise<Changes> {
  const { instanceId, unheardMs, log } = options
  if (!options.cache.isShared) return local
  const cache = options.cache.namespace('changes')
  const answersTo = (instance: string) => `heard-by-${instance}`
  const answers = createAnswerCounts()
  let lastId = 0

  await cache.subscribe(answersTo(instanceId), id => answers.count(Number(id)))
  await cache.subscribe('told', payload => {
    const { from, id, change } = JSON.parse(payload) as Message
    if (from === instanceId) return answers.count(id)
    local.hear(change)
    cache.publish(answersTo(from), String(id)).catch(error => {
      log.warn({ err: error }, 'another instance could not be told that its change was heard')
    })
  })
  await cache.subscribe('announced', payload => {
    const { from, changes } = JSON.parse(payload) as { from: string; changes: Change[] }
    if (from !== instanceId) for (const change of changes) local.hear(change)
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
      const message: Message = { from: instanceId, id: lastId, change }
      const heard = answers.expect(message.id, unheardMs)
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
