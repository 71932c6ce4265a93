// Fails when grpc-js has changed what we reach into: without it nodes send at 64 KB a round trip, and nothing says so.

import { once } from 'node:events'
import { connect, type ServerHttp2Session } from 'node:http2'
import { type AddressInfo, createServer } from 'node:net'
import { Server, ServerCredentials } from '@grpc/grpc-js'
import { expect, onTestFinished, test } from 'vitest'
import { http2ServersOf } from './link-listener.ts'

test('6.2 the sessions of injected connections are those of the HTTP/2 server that is found', async () => {
  const grpcServer = new Server()
  const injector = grpcServer.createConnectionInjector(ServerCredentials.createInsecure())
  const [http2Server, ...others] = http2ServersOf(grpcServer)
  expect([http2Server?.constructor.name, others]).toEqual(['Http2Server', []])
  if (!http2Server) return
  const session = once(http2Server, 'session') as Promise<[ServerHttp2Session]>
  const listener = createServer(socket => injector.injectConnection(socket)).listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const client = connect(`http://127.0.0.1:${(listener.address() as AddressInfo).port}`)
  onTestFinished(() => {
    client.destroy()
    injector.destroy()
    listener.close()
  })
  const [opened] = await session
  opened.settings({ initialWindowSize: 1_000_000 })
  await new Promise<void>(resolve => {
    client.on('remoteSettings', ({ initialWindowSize }) => initialWindowSize === 1_000_000 && resolve())
  })
})
