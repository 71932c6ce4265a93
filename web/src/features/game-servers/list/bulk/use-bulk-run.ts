// Does something to several game servers, a few at a time, and follows each to its end.

import { changeGameServer, deleteGameServer, listGameServers } from '@rookery/contracts/http/game-servers.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { choosePower } from '../../../../parts/power/power-question.ts'
import { sendPowerAction } from '../../../../parts/power/use-power-action.ts'
import { problemMessage } from '../../../../parts/problems/problem-message.ts'
import { reasonText } from '../../../../parts/reasons/reason-rules.ts'
import { taskEnd } from '../../../../parts/tasks/task-end.ts'
import { api } from '../../../../platform/api-client.ts'
import { keyOf } from '../../../../platform/api-queries.ts'
import { useTexts } from '../../../../texts/texts.ts'
import type { BulkPlan } from './logic/bulk-plan.ts'
import { type BulkEntry, type BulkRun, sentAtOnce, startRun, tallyOf, withEntry } from './logic/bulk-run.ts'
import { changedBy, type TagChanges, tagsAfter } from './logic/bulk-tags.ts'

interface Tagged {
  id: number
  name: string
  tags: readonly string[]
}

export function useBulkRun() {
  const t = useTexts()
  const queryClient = useQueryClient()
  const [run, setRun] = useState<BulkRun | null>(null)
  const [isAskingPlayers, setIsAskingPlayers] = useState(false)
  const following = useRef<AbortController | null>(null)
  useEffect(() => () => following.current?.abort(), [])

  function replace(next: BulkRun | null): AbortSignal {
    following.current?.abort()
    following.current = new AbortController()
    setRun(next)
    return following.current.signal
  }

  /** `send` gives the number of the task that does it, or nothing where it is done when it is answered. */
  async function perform(started: BulkRun, send: (id: number) => Promise<number | null>): Promise<void> {
    const signal = replace(started)
    const note = (id: number, change: Partial<BulkEntry>) => {
      if (!signal.aborted) setRun(known => known && withEntry(known, id, change))
    }
    const fail = (id: number, reason: string) => note(id, { outcome: 'failed', reason })
    const follow = async (id: number, taskId: number) => {
      const task = await taskEnd(taskId, signal)
      if (task.status === 'success') note(id, { outcome: 'done' })
      else
        fail(
          id,
          (task.reason && reasonText(t, task.reason)) ?? task.message ?? t(`taskStatus.${task.status}`),
        )
    }
    const waiting = started.entries.values()
    // What was asked for is sent to the end, also when the person has closed the word about it.
    const sendNext = async (): Promise<void> => {
      for (const { id } of waiting) {
        try {
          const taskId = await send(id)
          if (taskId === null) note(id, { outcome: 'done' })
          else void follow(id, taskId)
        } catch (error) {
          fail(id, problemMessage(t, error))
        }
      }
    }
    await Promise.all(Array.from({ length: sentAtOnce }, sendNext))
  }

  async function power(plan: BulkPlan): Promise<void> {
    setIsAskingPlayers(true)
    const chosen = await choosePower(plan.reached, plan.action).finally(() => setIsAskingPlayers(false))
    if (!chosen) return
    await perform(startRun(plan.action, plan), async id => {
      const choice = chosen(id)
      const { task_id } = await sendPowerAction(id, plan.action, choice)
      // What waits on its node is done with here: its page shows it.
      return choice.when === 'now' ? task_id : null
    })
  }

  const readListAgain = () => queryClient.invalidateQueries({ queryKey: keyOf(listGameServers) })

  async function tag(gameServers: readonly Tagged[], changes: TagChanges): Promise<void> {
    const reached = changedBy(
      gameServers.map(one => ({ ...one, tags: [...one.tags] })),
      changes,
    )
    const tags = new Map(reached.map(one => [one.id, tagsAfter(one.tags, changes)]))
    await perform(startRun('tag', { reached, leftOut: [] }), async id => {
      await api(changeGameServer, { params: { server: String(id) }, body: { tags: tags.get(id) ?? [] } })
      return null
    })
    await readListAgain()
  }

  async function remove(
    reached: readonly Pick<Tagged, 'id' | 'name'>[],
    files: 'keep' | 'delete',
  ): Promise<void> {
    await perform(startRun('delete', { reached, leftOut: [] }), async id => {
      await api(deleteGameServer, { params: { server: String(id) }, query: { files } })
      return null
    })
    await readListAgain()
  }

  return {
    run,
    isAskingPlayers,
    isRunning: run !== null && !tallyOf(run).isOver,
    power: (plan: BulkPlan) => void power(plan),
    tag: (gameServers: readonly Tagged[], changes: TagChanges) => void tag(gameServers, changes),
    remove: (reached: readonly Pick<Tagged, 'id' | 'name'>[], files: 'keep' | 'delete') =>
      void remove(reached, files),
    close: () => void replace(null),
  }
}
