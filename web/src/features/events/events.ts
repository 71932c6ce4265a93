// One live channel per tab that keeps lists, pages and the header true without asking again and again.

import type { EventMessage } from '@rookery/contracts/websocket/events.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { lineState, useLineState } from '../../parts/live/connection-state.ts'
import { nodeUsageStore } from '../../parts/usage/node-usage-store.ts'
import { playerCountStore } from '../../parts/usage/player-count-store.ts'
import { usageStore } from '../../parts/usage/usage-store.ts'
import { keyOf } from '../../platform/api-queries.ts'
import { openLiveSocket } from '../../platform/live-socket.ts'
import type { LineState } from '../../platform/logic/reconnect.ts'
import { applyEvents, liveEndpoints } from './apply-events.ts'
import { createEventQueue } from './event-queue.ts'
import { createLateAnswers } from './late-answers.ts'
import { createAskAgain } from './refetch.ts'

/** Nothing that the channel keeps true was asked for before this. */
const loadedAtMs = performance.now()
/** By how much a message may take longer than the questions before it. */
const delayMs = 3_000

/** Holds the channel while the caller is on the page; what is older than the channel, or than a break, is asked anew. */
export function useLiveEvents(): LineState {
  const queryClient = useQueryClient()
  useEffect(() => {
    let wasOpen = false
    const askAgain = createAskAgain(queryClient)
    const expectLate = createLateAnswers(queryClient, askAgain)
    const asking = { askAgain, expectLate }
    /** What changed between the first answers and the opening of the channel was told to nobody. */
    const askWhatWasEarlier = () => {
      for (const queryKey of liveEndpoints.map(keyOf)) {
        expectLate(queryKey)
        askAgain(queryKey)
      }
    }
    const queue = createEventQueue<EventMessage>(messages =>
      applyEvents(queryClient, asking, messages, performance.now()),
    )
    const channel = openLiveSocket<EventMessage>({
      path: '/api/ws/events',
      onMessage: message => {
        if (message.type !== 'event.recent') return queue.push(message)
        if (!message.payload.complete) askWhatWasEarlier()
      },
      onState: next => {
        lineState.set(next)
        if (next !== 'open') {
          usageStore.forget()
          nodeUsageStore.forget()
          usageStore.askThrough(null)
          return playerCountStore.forget()
        }
        usageStore.askThrough(ids => channel.send('usage-history', { ids }))
        if (wasOpen) void queryClient.invalidateQueries()
        else channel.send('recent', { within_ms: performance.now() - loadedAtMs + delayMs })
        wasOpen = true
      },
    })
    return () => {
      channel.close()
      queue.close()
      usageStore.askThrough(null)
      lineState.set('connecting')
    }
  }, [queryClient])
  return useLineState()
}
