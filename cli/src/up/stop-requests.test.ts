// The first signal asks to stop, and none ends the process by itself, from the beginning to the very end.

import { afterEach, expect, test } from 'vitest'
import { listenForStop } from './stop-requests.ts'

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
const before = signals.map(signal => process.listeners(signal))
const added = () =>
  signals.flatMap((signal, at) =>
    process
      .listeners(signal)
      .flatMap(listener => (before[at]?.includes(listener) ? [] : [{ signal, listener }])),
  )
afterEach(() => {
  for (const { signal, listener } of added()) process.off(signal, listener)
})

test('each signal is listened to, also when the work is done and only the end is left', async () => {
  const stop = listenForStop()
  expect(added().map(({ signal }) => signal)).toEqual(signals)
  expect(stop.isRequested).toBe(false)
  stop.request()
  await stop.requested
  expect(stop.isRequested).toBe(true)
  stop.ignoreFromNow()
  expect(added().map(({ signal }) => signal)).toEqual(signals)
})
