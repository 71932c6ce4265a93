// Answers and events of keepers of other versions, and of damaged ones.

import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { frameKinds } from '../../../keeper/keeper-protocol.ts'
import { readKeeperEvent, readKeeperReply } from './keeper-answers.ts'
import { ConnectionLost, openKeeperSocket } from './keeper-socket.ts'

const pty = {
  ...{ id: 1, pid: 2, startTicks: 3, startedAtMs: 4, streamId: 'a', startSeq: 0, endSeq: 9, label: '{}' },
  exit: null,
}
const bytes = (value: unknown) => Buffer.from(typeof value === 'string' ? value : JSON.stringify(value))

test('K2 what a later keeper says more is passed over', () => {
  const later = { n: 1, ok: true, ptys: [{ ...pty, color: 'red' }], moon: 4 }
  expect(readKeeperReply(bytes(later))).toEqual({ n: 1, ok: true, ptys: [pty] })
  const refused = { n: 1, ok: false, code: 'moonlight', message: 'too bright' }
  expect(readKeeperReply(bytes(refused))).toEqual({ ...refused, code: 'failed' })
  expect(readKeeperEvent(bytes({ event: 'moonrise', id: 1 }))).toBeNull()
  const gap = { event: 'gap', id: 1, fromSeq: 0, toSeq: 5 }
  expect(readKeeperEvent(bytes(gap))).toEqual(gap)
})

test.each(['no JSON', null, {}, { n: 1, ok: true, ptys: [{ ...pty, exit: 7 }] }, { n: -1, ok: true }])(
  'an answer such as %j is not believed',
  value => {
    expect(() => readKeeperReply(bytes(value))).toThrow(/^an answer of the keeper cannot be read: /)
  },
)

test.each(['no JSON', null, {}, { event: 'exited', id: 1 }])('an event such as %j is not believed', value => {
  expect(() => readKeeperEvent(bytes(value))).toThrow(/^an event of the keeper cannot be read: /)
})

test.each([
  [frameKinds.reply, { n: 1, ok: 'yes' }, 'an answer of the keeper'],
  [frameKinds.event, { event: 'exited' }, 'an event of the keeper'],
])(
  'a frame of kind %i that cannot be read ends the connection, and whoever waits is told why',
  async (kind, value, what) => {
    const socketFile = `/tmp/rookery-keeper-answers-${process.pid}-${kind}.sock`
    const payload = bytes(value)
    const head = Buffer.alloc(5)
    head.writeUInt32BE(payload.length + 1)
    head.writeUInt8(kind, 4)
    const server = createServer(socket => {
      socket.on('error', () => {})
      socket.once('data', () => socket.write(Buffer.concat([head, payload])))
    })
    await new Promise<void>(resolve => server.listen(socketFile, resolve))
    try {
      const opened = openKeeperSocket(socketFile, { event: () => {}, closed: () => {} })
      await expect(opened).rejects.toThrow(ConnectionLost)
      await expect(opened).rejects.toThrow(what)
    } finally {
      server.close()
    }
  },
)
