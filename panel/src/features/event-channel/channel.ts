// The channel of the event feed: events in their order, from where a program says, as far as it may see them.

import { closeCodes } from '@rookery/contracts/websocket/envelope.ts'
import { eventFeedQuery } from '@rookery/contracts/websocket/event-feed.ts'
import type * as z from 'zod'
import type { AccountCaller } from '../../platform/caller.ts'
import type { Changes } from '../../platform/changes.ts'
import { signedIn } from '../../platform/http/access-rule.ts'
import { PanelError } from '../../platform/panel-error.ts'
import type { Channel, ChannelCall } from '../../platform/websocket/channel.ts'
import type { Connection } from '../../platform/websocket/connection.ts'
import type { Access } from '../access/access.ts'
import { isVisible } from '../access/logic/visible-objects.ts'
import type { EventFeed, NumberedEvent } from '../event-feed/event-feed.ts'
import { deliveredOf } from '../event-feed/logic/delivered-event.ts'
import type { GameServers } from '../game-servers/game-servers.ts'
import { bare, permissionOfEvent, subjectOf, userOf } from './visible-event-rules.ts'

interface EventFeedChannelDeps {
  eventFeed: Pick<EventFeed, 'position' | 'read'>
  access: Pick<Access, 'isAdministrator' | 'visibleGameServers' | 'visibleObjects' | 'onGameServer'>
  gameServers: Pick<GameServers, 'visibleOnNode'>
  changes: Pick<Changes, 'listen'>
}

type Query = z.output<typeof eventFeedQuery>

const readAtOnce = 200
/** Whoever sees few events need not read through all the others when it comes back. */
const positionEvery = 100

export function eventFeedChannel(deps: EventFeedChannelDeps): Channel {
  const { eventFeed, changes } = deps
  return {
    path: '/api/ws/event-feed',
    summary: 'Events of the catalogue, from a number on, for programs',
    access: signedIn('refused'),
    async check(call) {
      queryOf(call)
    },
    open(connection, call) {
      connection.onMessage(type => connection.refuse('malformed_request', `this channel takes no ${type}`))
      follow(connection, queryOf(call)).catch(() =>
        connection.close(closeCodes.internal, 'the events cannot be read now: connect again'),
      )
    },
  }

  async function follow(connection: Connection, query: Query): Promise<void> {
    let isOpen = true
    let isNews = true
    let wake = () => {}
    // Listens before it reads, so that nothing falls between.
    const unlisten = changes.listen(change => {
      if (change.kind !== 'events-numbered' && change.kind !== 'changes-missed') return
      isNews = true
      wake()
    })
    connection.onClose(() => {
      isOpen = false
      unlisten()
      wake()
    })
    const { lastSeq, forgottenSeq } = await eventFeed.position()
    const asked = query.since ?? lastSeq
    const gap = asked < forgottenSeq || asked > lastSeq
    let seq = gap ? Math.min(Math.max(asked, forgottenSeq), lastSeq) : asked
    connection.send('event-feed.begin', { seq, gap })
    let reportedSeq = Number.NEGATIVE_INFINITY
    for (;;) {
      while (isNews && isOpen) {
        isNews = false
        seq = await passAfter(connection, query, seq, () => isOpen)
        if (seq - reportedSeq < positionEvery) continue
        connection.send('event-feed.position', { seq })
        reportedSeq = seq
      }
      if (!isOpen) return
      await new Promise<void>(resolve => {
        wake = resolve
        if (isNews || !isOpen) resolve()
      })
    }
  }

  async function passAfter(
    connection: Connection,
    { kinds }: Query,
    afterSeq: number,
    isOpen: () => boolean,
  ): Promise<number> {
    for (let seq = afterSeq; ; ) {
      const events = await eventFeed.read(seq, readAtOnce)
      for (const event of events) {
        if (!isOpen()) return seq
        const isWanted = kinds === undefined || kinds.some(kind => kind === event.kind)
        const seen = isWanted ? await viewOf(connection.caller, event) : null
        if (seen) connection.send('event-feed.event', deliveredOf(seen))
        seq = event.seq
      }
      if (events.length < readAtOnce) return seq
    }
  }

  /** Null: the caller may not know of it. */
  async function viewOf(caller: AccountCaller, event: NumberedEvent): Promise<NumberedEvent | null> {
    const { access, gameServers } = deps
    const { userId } = caller
    if (await access.isAdministrator(userId)) return event
    const { gameServerId, nodeId } = event
    switch (subjectOf(event.kind)) {
      case 'server': {
        if (gameServerId === null || !isVisible(await access.visibleGameServers(userId), gameServerId)) {
          return null
        }
        const held = await access.onGameServer(caller, gameServerId)
        return held[permissionOfEvent(event)] ? event : bare(event)
      }
      case 'node': {
        if (nodeId === null) return null
        if (isVisible(await access.visibleObjects(userId, 'node'), nodeId)) return event
        const servers = await access.visibleGameServers(userId)
        const isOnIt = (await gameServers.visibleOnNode(nodeId)).some(id => isVisible(servers, id))
        return isOnIt ? event : null
      }
      case 'user':
        return userOf(event) === userId ? event : null
      case 'panel':
        return null
    }
  }
}

function queryOf({ query }: ChannelCall): Query {
  const read = eventFeedQuery.safeParse({ since: query.since, kinds: query.kinds })
  if (read.success) return read.data
  const [issue] = read.error.issues
  throw new PanelError('invalid_input', {
    message: `${issue?.path.join('.') ?? 'the query'} ${issue?.message ?? 'is not understood'}`,
  })
}
