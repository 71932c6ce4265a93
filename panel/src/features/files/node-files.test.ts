// A node that opens a transfer for files and then says nothing: nobody waits for it for ever.

import type { FileRequest } from '@rookery/contracts/daemon/file-request.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import * as z from 'zod'
import { NodeTimeoutError } from '../../platform/daemon-link/link-errors.ts'
import type { Transfer, TransferBody } from '../../platform/daemon-link/transfers.ts'
import { createNodeFiles } from './node-files.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Answers `answers` times, then never again. */
function silentNode(answers = 0) {
  const closedWith: unknown[] = []
  const body: TransferBody = { $case: 'fileAnswer', value: { json: '{}' } }
  async function* bodies() {
    for (let given = 0; given < answers; given++) yield body
    await new Promise(() => {})
  }
  const transfer: Transfer = {
    [Symbol.asyncIterator]: bodies,
    send: async () => {},
    close: reason => void closedWith.push(reason),
  }
  const node = createNodeFiles({
    access: { isAdministrator: async () => false },
    gameServers: { nodeOf: async () => 7 },
    link: { openTransfer: async () => transfer },
  })
  return { node, closedWith }
}

const call = { params: { server: 1 }, caller: { kind: 'anonymous' } } as const
const requests: [FileRequest, number][] = [
  [{ verb: 'stat', path: 'a' }, 30_000],
  [{ verb: 'read', path: 'a', start: 0, end: null }, 30_000],
  [{ verb: 'list', path: '', offset: 0, limit: 10 }, 30_000],
  [{ verb: 'copy', from: 'a', to: 'b' }, 3_600_000],
]

test.each(requests)('%j is given up after %i ms without an answer', async (request, limitMs) => {
  const { node, closedWith } = silentNode()
  const asked = node.ask(call, request, z.object({})).catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(limitMs - 1)
  expect(closedWith).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect(closedWith[0]).toBeInstanceOf(NodeTimeoutError)
  expect(await asked).toBeInstanceOf(NodeTimeoutError)
  expect(vi.getTimerCount()).toBe(0)
})

test('an upload may take longer than the first answer, and its end is awaited with a limit too', async () => {
  const { node, closedWith } = silentNode(1)
  const transfer = await node.open(call, { verb: 'append_upload', upload_id: 'a', user_id: 1, offset: 0 })
  await transfer.answer(z.object({}))
  await transfer.send(Buffer.from('first'))
  await vi.advanceTimersByTimeAsync(120_000)
  await transfer.send(Buffer.from('second'))
  await transfer.sentAll()
  const answered = transfer.answer(z.object({})).catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(3_600_000)
  expect(closedWith[0]).toBeInstanceOf(NodeTimeoutError)
  expect(await answered).toBeInstanceOf(NodeTimeoutError)
})
