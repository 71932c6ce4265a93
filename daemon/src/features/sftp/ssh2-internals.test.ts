// Fails when ssh2 has changed what we reach into: without it a client that reads nothing fills the memory of the node.

import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import ssh2, { type SFTPWrapper } from 'ssh2'
import { expect, onTestFinished, test } from 'vitest'
import { newPrivateKey } from './host-key.ts'
import { unsentAnswersOf } from './serve-requests.ts'

const { Client, Server, utils } = ssh2
const windowBytes = 2 * 1024 * 1024

test('answers that the window of a client does not take are counted', async () => {
  const channel = Promise.withResolvers<SFTPWrapper>()
  const server = new Server({ hostKeys: [newPrivateKey(utils)] }, connection => {
    connection.on('error', () => {})
    connection.on('authentication', attempt => attempt.accept())
    connection.on('session', accept => accept().on('sftp', take => channel.resolve(take())))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const client = new Client()
  onTestFinished(() => {
    client.destroy()
    server.close()
  })
  client.on('ready', () => client.sftp(() => {}))
  client.connect({ host: '127.0.0.1', port: (server.address() as AddressInfo).port, username: 'someone' })
  const answers = await channel.promise
  expect(unsentAnswersOf(answers)).toBe(0)
  // Within one turn, so that the client cannot open its window meanwhile.
  for (let sent = 0; sent <= windowBytes; sent += 32 * 1024) answers.data(1, Buffer.alloc(32 * 1024))
  answers.data(1, Buffer.from('one more'))
  expect(unsentAnswersOf(answers)).toBeGreaterThan(0)
})
