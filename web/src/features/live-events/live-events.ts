// One live channel per tab that keeps lists, pages and the header true without asking again and again.

import { listGameServers, readGameServer } from '@rookery/contracts/http/game-servers.ts'
import { listNodes, readNode } from '@rookery/contracts/http/nodes.ts'
import { listTasks, readTask } from '@rookery/contracts/http/tasks.ts'
import type { EventMessage } from '@rookery/contracts/websocket/events.ts'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Page } from '../../platform/api-client.ts'
import { keyOf } from '../../platform/api-queries.ts'
import { openLiveSocket } from '../../platform/live-socket.ts'
import type { LineState } from '../../platform/logic/reconnect.ts'
import { usageStore } from '../../ui/usage/usage-store.ts'
import {
  gameServersAfter,
  withGameServerEvent,
  withNodeEvent,
  withNodePresence,
  withTaskEvent,
} from './logic/apply-event.ts'

type Endpoint = Parameters<typeof keyOf>[0]

/** Changes every cached page of a list. */
function changeLists<Item>(
  queryClient: QueryClient,
  endpoint: Endpoint,
  change: (items: Item[]) => Item[],
): void {
  queryClient.setQueriesData<Page<Item>>({ queryKey: keyOf(endpoint) }, page =>
    page ? { ...page, items: change(page.items) } : page,
  )
}

const holds = <Item>(
  queryClient: QueryClient,
  endpoint: Endpoint,
  isWanted: (item: Item) => boolean,
): boolean =>
  queryClient
    .getQueriesData<Page<Item>>({ queryKey: keyOf(endpoint) })
    .some(([, page]) => page?.items.some(isWanted))

type ServerRow = Parameters<typeof gameServersAfter>[0][number]
type TaskRow = Parameters<typeof withTaskEvent>[0]
type NodeRow = Parameters<typeof withNodeEvent>[0]

export function applyEvent(queryClient: QueryClient, message: EventMessage): void {
  if (message.type === 'event.usage') usageStore.take(message.payload)
  else if (message.type === 'event.server') {
    const event = message.payload
    if (
      !('removed' in event) &&
      !holds<ServerRow>(queryClient, listGameServers, row => row.id === event.id)
    ) {
      void queryClient.invalidateQueries({ queryKey: keyOf(listGameServers) })
    }
    changeLists<ServerRow>(queryClient, listGameServers, rows => gameServersAfter(rows, event))
    queryClient.setQueriesData<ServerRow>({ queryKey: keyOf(readGameServer) }, row =>
      row ? withGameServerEvent(row, event) : row,
    )
    // The event is short: why it is down comes with the game server itself.
    if ('state' in event && event.state === 'crashed') {
      void queryClient.invalidateQueries({ queryKey: keyOf(readGameServer) })
    }
  } else if (message.type === 'event.task') {
    const event = message.payload
    // The event is short: who, when and the exit code come with the task itself.
    const isNews = !holds<TaskRow>(
      queryClient,
      listTasks,
      row => row.id === event.id && row.status === event.status,
    )
    changeLists<TaskRow>(queryClient, listTasks, rows => rows.map(row => withTaskEvent(row, event)))
    queryClient.setQueriesData<TaskRow>({ queryKey: keyOf(readTask) }, row =>
      row ? withTaskEvent(row, event) : row,
    )
    if (isNews) {
      void queryClient.invalidateQueries({ queryKey: keyOf(listTasks) })
      void queryClient.invalidateQueries({ queryKey: keyOf(readTask) })
    }
  } else if (message.type === 'event.node') {
    const event = message.payload
    changeLists<NodeRow>(queryClient, listNodes, rows => rows.map(row => withNodeEvent(row, event)))
    changeLists<ServerRow>(queryClient, listGameServers, rows =>
      rows.map(row => withNodePresence(row, event)),
    )
    queryClient.setQueriesData<ServerRow>({ queryKey: keyOf(readGameServer) }, row =>
      row ? withNodePresence(row, event) : row,
    )
    void queryClient.invalidateQueries({ queryKey: keyOf(listNodes) })
    void queryClient.invalidateQueries({ queryKey: keyOf(readNode) })
  }
}

/** Holds the channel while the caller is on the page; after a break everything is asked anew. */
export function useLiveEvents(): LineState {
  const queryClient = useQueryClient()
  const [state, setState] = useState<LineState>('connecting')
  useEffect(() => {
    let wasOpen = false
    const channel = openLiveSocket<EventMessage>({
      path: '/api/ws/events',
      onMessage: message => applyEvent(queryClient, message),
      onState: next => {
        setState(next)
        if (next !== 'open') return usageStore.forget()
        if (wasOpen) void queryClient.invalidateQueries()
        wasOpen = true
      },
    })
    return () => channel.close()
  }, [queryClient])
  return state
}
