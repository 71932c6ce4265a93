// Tests of waiting for a task to end, against a real HTTP server that answers for the panel.

import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { taskEnd } from './task-end.ts'
import { taskUpdates } from './task-updates.ts'

let httpServer: Server
let asked: string[]
let endedAt: string | null
let status: number

beforeEach(async () => {
  asked = []
  endedAt = null
  status = 200
  httpServer = createServer((request, response) => {
    asked.push(request.url ?? '')
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ id: 1, status: endedAt ? 'success' : 'working', ended_at: endedAt }))
  })
  await new Promise<void>(resolve => httpServer.listen(0, '127.0.0.1', resolve))
  const { port } = httpServer.address() as AddressInfo
  const plainFetch = fetch
  // In a browser the address of the panel is that of the page.
  vi.stubGlobal('fetch', (path: string, init: RequestInit) =>
    plainFetch(`http://127.0.0.1:${port}${path}`, init),
  )
})

afterEach(async () => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
  httpServer.closeAllConnections()
  await new Promise(resolve => httpServer.close(resolve))
})

const news = (id: number, now: 'working' | 'success') => ({
  ...{ id, server_id: 1, kind: 'start' as const, status: now, message: null, progress: null },
})

const read = () => asked.filter(path => path.startsWith('/api/tasks/')).length

test('a task that the live channel calls ended is asked for once, and given as it ended', async () => {
  const end = taskEnd(1, new AbortController().signal)
  taskUpdates.take([news(1, 'working')])
  expect(read()).toBe(0)
  endedAt = '2026-11-15T12:00:00.000Z'
  taskUpdates.take([news(1, 'success')])
  await expect(end).resolves.toMatchObject({ id: 1, status: 'success', ended_at: endedAt })
  taskUpdates.take([news(1, 'success')])
  expect(asked).toEqual(['/api/tasks/1'])
})

test('one that had ended before anybody waited is given too', async () => {
  endedAt = '2026-11-15T12:00:00.000Z'
  taskUpdates.take([news(2, 'success')])
  await expect(taskEnd(2, new AbortController().signal)).resolves.toMatchObject({ status: 'success' })
})

test('without a live channel the task itself is asked every ten seconds, also after a failure', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const end = taskEnd(3, new AbortController().signal)
  status = 500
  vi.advanceTimersByTime(10_000)
  await vi.waitFor(() => expect(read()).toBe(1), { timeout: 60_000 })
  status = 200
  endedAt = '2026-11-15T12:00:00.000Z'
  // The failed answer may still be on its way: a question that is under way is not put twice.
  await vi.waitFor(
    () => {
      vi.advanceTimersByTime(10_000)
      expect(read()).toBe(2)
    },
    { timeout: 60_000 },
  )
  await expect(end).resolves.toMatchObject({ ended_at: endedAt })
})

test('once it is told to stop it asks nothing more', () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const stop = new AbortController()
  void taskEnd(4, stop.signal)
  stop.abort()
  endedAt = '2026-11-15T12:00:00.000Z'
  taskUpdates.take([news(4, 'success')])
  vi.advanceTimersByTime(60_000)
  expect(vi.getTimerCount()).toBe(0)
  expect(read()).toBe(0)
})
