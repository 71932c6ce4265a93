// Sends a power action to several game servers, a few at a time, and follows each to its end.

import { useEffect, useRef, useState } from 'react'
import { choosePower } from '../../../../parts/power/power-question.ts'
import { sendPowerAction } from '../../../../parts/power/use-power-action.ts'
import { problemMessage } from '../../../../parts/problems/problem-message.ts'
import { taskEnd } from '../../../../parts/tasks/task-end.ts'
import { useTexts } from '../../../../texts/texts.ts'
import type { BulkPlan } from './logic/bulk-plan.ts'
import { type BulkEntry, type BulkRun, startRun, tallyOf, withEntry } from './logic/bulk-run.ts'

const atOnce = 6

export function useBulkPower() {
  const t = useTexts()
  const [run, setRun] = useState<BulkRun | null>(null)
  const following = useRef<AbortController | null>(null)
  useEffect(() => () => following.current?.abort(), [])

  function replace(next: BulkRun | null): AbortSignal {
    following.current?.abort()
    following.current = new AbortController()
    setRun(next)
    return following.current.signal
  }

  async function begin(plan: BulkPlan): Promise<void> {
    const chosen = await choosePower(plan.reached, plan.action)
    if (!chosen) return
    const started = startRun(plan)
    const signal = replace(started)
    const note = (id: number, change: Partial<BulkEntry>) => {
      if (!signal.aborted) setRun(known => known && withEntry(known, id, change))
    }
    const fail = (id: number, reason: string) => note(id, { outcome: 'failed', reason })
    const follow = async (id: number, taskId: number) => {
      const task = await taskEnd(taskId, signal)
      if (task.status === 'success') note(id, { outcome: 'done' })
      else fail(id, task.reason ?? task.message ?? t(`taskStatus.${task.status}`))
    }
    const waiting = started.entries.values()
    // What was asked for is sent to the end, also when the person has closed the word about it.
    const sendNext = async (): Promise<void> => {
      for (const { id } of waiting) {
        try {
          const choice = chosen(id)
          const { task_id } = await sendPowerAction(id, plan.action, choice)
          // What waits on its node is done with here: its page shows it.
          if (choice.when === 'now') void follow(id, task_id)
          else note(id, { outcome: 'done' })
        } catch (error) {
          fail(id, problemMessage(t, error))
        }
      }
    }
    await Promise.all(Array.from({ length: atOnce }, sendNext))
  }

  return {
    run,
    isRunning: run !== null && !tallyOf(run).isOver,
    begin: (plan: BulkPlan) => void begin(plan),
    close: () => void replace(null),
  }
}
