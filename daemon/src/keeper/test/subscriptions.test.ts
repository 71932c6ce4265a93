// What a daemon that reads output over a real socket is told, also of what it came too late for.

import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { OutputRing } from '@rookery/primitives/output-ring.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { FrameReader, readOutputPayload } from '../keeper-frames.ts'
import { frameKinds, replyFrameLimitBytes } from '../keeper-protocol.ts'
import { Subscriptions } from '../subscriptions.ts'

let server: Server
let reader: Socket
let subscriptions: Subscriptions
let told: unknown[]

beforeEach(async () => {
  told = []
  server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const accepted = once(server, 'connection') as Promise<[Socket]>
  reader = connect((server.address() as AddressInfo).port, '127.0.0.1')
  const [socket] = await accepted
  subscriptions = new Subscriptions(socket)
  const frames = new FrameReader(replyFrameLimitBytes)
  reader.on('data', (chunk: Buffer) => {
    for (const { kind, payload } of frames.push(chunk)) {
      if (kind === frameKinds.event) told.push(JSON.parse(payload.toString()))
      else {
        const { id, seq, bytes } = readOutputPayload(payload)
        told.push({ id, seq, text: bytes.toString() })
      }
    }
  })
})
afterEach(() => {
  reader.destroy()
  server.close()
})

function ringWith(text: string): OutputRing {
  const ring = new OutputRing(8)
  ring.append(Buffer.from(text))
  return ring
}

test('all that is held comes from where the reader wants it', async () => {
  subscriptions.add(7, ringWith('abcdef'), 2)
  subscriptions.pump()
  await expect.poll(() => told, { timeout: 60_000 }).toEqual([{ id: 7, seq: 2, text: 'cdef' }])
})

test('what is no longer held is told as a gap, before what follows it', async () => {
  const ring = ringWith('abcdefghijkl')
  subscriptions.add(7, ring, 1)
  subscriptions.pump()
  ring.append(Buffer.from('mn'))
  subscriptions.pump()
  await expect
    .poll(() => told, { timeout: 60_000 })
    .toEqual([
      { event: 'gap', id: 7, fromSeq: 1, toSeq: 4 },
      { id: 7, seq: 4, text: 'efghijkl' },
      { id: 7, seq: 12, text: 'mn' },
    ])
})
