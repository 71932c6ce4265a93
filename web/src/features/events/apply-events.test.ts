// Tests of what the page asks for again when the channel has news.

import type { EventMessage } from '@rookery/contracts/websocket/events.ts'
import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { applyEvents } from './apply-events.ts'

function askedAfter(message: EventMessage): unknown[] {
  const asked: unknown[] = []
  const asking = {
    askAgain: (key: readonly unknown[]) => void asked.push(key[0]),
    expectLate: () => undefined,
  }
  applyEvents(new QueryClient(), asking, [message], 0)
  return asked
}

test('a backup that failed is also among what needs attention', () => {
  const message: EventMessage = {
    type: 'event.backups',
    ts: 0,
    payload: { server_id: 1, trouble: 'failed' },
  }
  expect(askedAfter(message)).toEqual([
    '/api/servers/{server}/backups',
    '/api/servers/{server}/backups/state',
    '/api/backups/attention',
  ])
})
