// What viewers of a console read over real sockets, while the test plays the node.

import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import type { LoginSessionCaller } from '../../platform/caller.ts'
import type { Transfer, TransferBody, TransferPurpose } from '../../platform/daemon-link/transfers.ts'
import { Connection } from '../../platform/websocket/connection.ts'
import { ConsoleWatch } from './console-watch.ts'
import type { ResumePoint } from './logic/resume-point.ts'

const caller = {} as LoginSessionCaller
let server: WebSocketServer
beforeEach(async () => {
  server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  await once(server, 'listening')
})
afterEach(() => {
  for (const socket of server.clients) socket.terminate()
  server.close()
})

interface Message {
  type: string
  payload: { chunk?: string; output?: string; gap: boolean }
}

/** A browser that reads the console; `text` is what stands on its screen. */
async function openViewer(watch: ConsoleWatch, since: ResumePoint | null = null) {
  const accepted = once(server, 'connection') as Promise<[WebSocket]>
  const browser = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`)
  const messages: Message[] = []
  browser.on('message', (raw: Buffer) => messages.push(JSON.parse(raw.toString()) as Message))
  const [[socket]] = await Promise.all([accepted, once(browser, 'open')])
  const connection = new Connection(socket, caller, { now: Date.now, denied: () => {} })
  watch.add({ connection, since, joined: () => {} })
  return {
    text: () => messages.map(({ payload }) => payload.output ?? payload.chunk ?? '').join(''),
    gaps: () => messages.filter(({ payload }) => payload.gap).length,
  }
}

type Piece = [seq: number, text: string]

/** Each stream is told once, in its order; then the way to the node is cut. */
function nodeWith(...streams: Piece[][]) {
  const asked: number[] = []
  const link = {
    isOnline: () => true,
    async openTransfer(_nodeId: number, purpose: TransferPurpose): Promise<Transfer> {
      if (purpose.$case === 'watchConsole') asked.push(purpose.value.sinceSeq)
      return transferOf(streams.shift() ?? [])
    },
  }
  return { asked, watch: new ConsoleWatch(1, 1, link, Date.now) }
}

function transferOf(pieces: Piece[]): Transfer {
  async function* bodies(): AsyncGenerator<TransferBody> {
    for (const [index, [seq, text]] of pieces.entries()) {
      const place = { streamId: 'run', seq, gapBytes: 0, endOfHistory: index === 0 }
      yield { $case: 'output', value: { ...place, bytes: Buffer.from(text) } }
    }
  }
  return { send: async () => {}, close: () => {}, [Symbol.asyncIterator]: bodies }
}

describe('a console that is read again', () => {
  test('what the node tells twice after a cut is sent once', async () => {
    const { asked, watch } = nodeWith([[0, 'one\ntwo\n']], [[4, 'two\nthree\n']])
    const viewer = await openViewer(watch)
    await watch.run()
    await watch.run()
    expect(asked).toEqual([0, 8])
    await expect.poll(viewer.text, { timeout: 60_000 }).toBe('one\ntwo\nthree\n')
    expect(viewer.gaps()).toBe(0)
  })

  test('a viewer who comes back reads on where it stopped', async () => {
    const { watch } = nodeWith([[0, 'one\ntwo\nthree\n']])
    await watch.run()
    const viewer = await openViewer(watch, { streamId: 'run', seq: 8 })
    await watch.run()
    await expect.poll(viewer.text, { timeout: 60_000 }).toBe('three\n')
    expect(viewer.gaps()).toBe(0)
  })

  test('what the node no longer has is a gap', async () => {
    const { watch } = nodeWith([[0, 'one\n']], [[8, 'three\n']])
    const viewer = await openViewer(watch)
    await watch.run()
    await watch.run()
    await expect.poll(viewer.text, { timeout: 60_000 }).toBe('one\nthree\n')
    expect(viewer.gaps()).toBe(1)
  })
})
