// News that overtakes an answer: the page must not stay with the older one.

import { readGameServer } from '@rookery/contracts/http/game-servers.ts'
import type { EventMessage } from '@rookery/contracts/websocket/events.ts'
import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, expect, test } from 'vitest'
import { keyOf } from '../../platform/api-queries.ts'
import { applyEvents } from './apply-events.ts'
import { createLateAnswers } from './late-answers.ts'
import { createAskAgain } from './refetch.ts'

const queryClient = new QueryClient()
afterEach(() => queryClient.clear())

const running = {
  type: 'event.server',
  payload: { id: 1, name: 'Arena', node_id: 1, state: 'running' },
} as unknown as EventMessage

/** A game server that is asked for; its answers are given by hand. */
function askedGameServer() {
  const answers: ((row: object) => void)[] = []
  const queryKey = [...keyOf(readGameServer), 'one', { server: '1' }]
  const observer = new QueryObserver<{ state?: string }>(queryClient, {
    queryKey,
    queryFn: () => new Promise(resolve => answers.push(resolve)),
  })
  observer.subscribe(() => undefined)
  return { answers, state: () => queryClient.getQueryData<{ state?: string }>(queryKey)?.state }
}

function applyRunning(): void {
  const askAgain = createAskAgain(queryClient)
  const expectLate = createLateAnswers(queryClient, askAgain)
  applyEvents(queryClient, { askAgain, expectLate }, [running], 0)
}

test('6.1 a first answer that news has overtaken is asked for once more', async () => {
  const { answers, state } = askedGameServer()
  applyRunning()
  answers[0]?.({ id: 1, state: 'starting' })
  await expect.poll(() => answers.length).toBe(2)
  answers[1]?.({ id: 1, state: 'running' })
  await expect.poll(state).toBe('running')
  expect(answers).toHaveLength(2)
})

test('6.1 an answer that was there before the news is changed, and not asked for again', async () => {
  const { answers, state } = askedGameServer()
  answers[0]?.({ id: 1, state: 'starting' })
  await expect.poll(state).toBe('starting')
  applyRunning()
  expect(state()).toBe('running')
  expect(answers).toHaveLength(1)
})
