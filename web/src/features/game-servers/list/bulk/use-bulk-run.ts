// Asks the panel to do something to several game servers; what became of it is found again when the page is opened anew.

import {
  type BulkActionSummary,
  listBulkActions,
  mostServersAtOnce,
  readBulkAction,
  startBulkAction,
} from '@rookery/contracts/http/bulk-actions.ts'
import type { BodyOf } from '@rookery/contracts/http/endpoint.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { choosePower } from '../../../../parts/power/power-question.ts'
import { problemMessage } from '../../../../parts/problems/problem-message.ts'
import { api } from '../../../../platform/api-client.ts'
import { apiQuery, pageQuery } from '../../../../platform/api-queries.ts'
import { useTexts } from '../../../../texts/texts.ts'
import { noteList } from '../../../../ui/feedback/note-list.ts'
import type { BulkPlan, FollowedBulk } from './logic/bulk-plan.ts'
import { changedBy, type TagChanges } from './logic/bulk-tags.ts'

type Order = Omit<BodyOf<typeof startBulkAction>, 'servers'>

const storageKey = 'rookery.closed-bulk-action'
/** What ended longer ago is no news. */
const newsMs = 60 * 60_000

function closedId(): number {
  try {
    return Number(window.localStorage.getItem(storageKey) ?? 0)
  } catch {
    return 0
  }
}

function noteClosed(id: number): void {
  try {
    window.localStorage.setItem(storageKey, String(id))
  } catch {
    // It is then shown again for a while.
  }
}

const isNews = ({ id, ended_at }: BulkActionSummary, closed: number): boolean =>
  id > closed && (ended_at === null || Date.now() - Date.parse(ended_at) < newsMs)

export function useBulkRun(userId: number | undefined) {
  const t = useTexts()
  const queryClient = useQueryClient()
  const [started, setStarted] = useState<FollowedBulk | null>(null)
  const [closed, setClosed] = useState(closedId)
  const [isStarting, setIsStarting] = useState(false)
  const [isAskingPlayers, setIsAskingPlayers] = useState(false)
  const newest = useQuery({
    ...pageQuery(listBulkActions, { query: { user: String(userId), per_page: 1 } }),
    enabled: userId !== undefined && started === null,
  })
  const found = newest.data?.items.find(item => isNews(item, closed))
  const followed: FollowedBulk | null = started ?? (found ? { id: found.id, leftOut: 0 } : null)

  async function start(order: Order, servers: readonly number[], leftOut = 0): Promise<void> {
    setIsStarting(true)
    try {
      for (let first = 0; first < servers.length; first += mostServersAtOnce) {
        const body = { ...order, servers: servers.slice(first, first + mostServersAtOnce) }
        const bulk = await api(startBulkAction, { body })
        const known = apiQuery(readBulkAction, { params: { id: String(bulk.id) } })
        queryClient.setQueryData(known.queryKey, bulk)
        setStarted({ id: bulk.id, leftOut, repeat: again => void start(order, again) })
      }
    } catch (error) {
      noteList.add(t('serverList.notStarted'), problemMessage(t, error))
    }
    setIsStarting(false)
  }

  async function power({ action, reached, leftOut }: BulkPlan): Promise<void> {
    setIsAskingPlayers(true)
    const chosen = await choosePower(reached, action).finally(() => setIsAskingPlayers(false))
    if (!chosen) return
    // The panel sees for itself where somebody is online, and stops the others now.
    const choice = reached.map(({ id }) => chosen(id)).find(each => each.when !== 'now' || each.message)
    await start(
      { action, ...choice },
      reached.map(({ id }) => id),
      leftOut.length,
    )
  }

  return {
    followed,
    isAskingPlayers,
    isRunning: isStarting,
    power: (plan: BulkPlan) => void power(plan),
    tag: (gameServers: readonly { id: number; tags: string[] }[], changes: TagChanges) => {
      const named = (wanted: 'add' | 'remove') =>
        [...changes].filter(([, change]) => change === wanted).map(([tag]) => tag)
      const order: Order = { action: 'tag', add_tags: named('add'), remove_tags: named('remove') }
      void start(
        order,
        changedBy(gameServers, changes).map(({ id }) => id),
      )
    },
    remove: (gameServers: readonly { id: number }[], files: 'keep' | 'delete') =>
      void start(
        { action: 'delete', files },
        gameServers.map(({ id }) => id),
      ),
    close: () => {
      setStarted(null)
      if (!followed) return
      noteClosed(followed.id)
      setClosed(followed.id)
    },
  }
}
