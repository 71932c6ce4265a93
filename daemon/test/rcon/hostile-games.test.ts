// Games that answer with anything at all: no client crashes, and each comes to an end in its time.

import type { RconProtocol } from '@rookery/contracts/template/control.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { openBattlEyeClient } from '../../src/features/rcon/battleye-client.ts'
import { openGoldSourceClient } from '../../src/features/rcon/goldsource-client.ts'
import { openQuake3Client } from '../../src/features/rcon/quake3-client.ts'
import type { RconAddress, RconClient, RconLimits } from '../../src/features/rcon/rcon-client.ts'
import { minecraftDialect, openSourceClient, sourceDialect } from '../../src/features/rcon/source-client.ts'
import { listenTcp, listenUdp, password } from './stand-in-games.ts'

const limits: RconLimits = { connectMs: 80, answerMs: 80, quietMs: 20 }
const openers: Record<RconProtocol, (address: RconAddress) => Promise<RconClient>> = {
  source: address => openSourceClient(address, sourceDialect, limits),
  minecraft: address => openSourceClient(address, minecraftDialect, limits),
  goldsource: address => openGoldSourceClient(address, limits),
  quake3: address => openQuake3Client(address, limits),
  battleye: address => openBattlEyeClient(address, limits),
}
const isTcp = (protocol: RconProtocol) => protocol === 'source' || protocol === 'minecraft'

/** What is said, one piece per thing that is asked; some of it looks as if it were meant. */
const piece = fc.oneof(
  fc.uint8Array({ maxLength: 60 }).map(bytes => Buffer.from(bytes)),
  fc.constantFrom(
    Buffer.from('0a0000000100000002000000' + '0000', 'hex'),
    Buffer.from('0a0000000200000000000000' + '0000', 'hex'),
    Buffer.from('ffffffff' + '0100000000000000', 'hex'),
    Buffer.from('\xff\xff\xff\xffchallenge rcon 5\n', 'latin1'),
    Buffer.from('\xff\xff\xff\xffprint\n', 'latin1'),
    Buffer.from('\xfe\xff\xff\xff\x01\0\0\0\xff', 'latin1'),
  ),
)

async function talk(protocol: RconProtocol, port: number): Promise<void> {
  const client = await openers[protocol]({ host: '127.0.0.1', port, password })
  try {
    expect(typeof (await client.send('status'))).toBe('string')
  } finally {
    client.close()
  }
}

describe('hostile games', () => {
  it.each(Object.keys(openers) as RconProtocol[])(
    'whatever a game says, %s ends in words and in time',
    async protocol => {
      let said: Buffer[] = []
      const next = () => said.shift() ?? Buffer.alloc(0)
      const port = isTcp(protocol)
        ? (await listenTcp(socket => socket.on('data', () => socket.write(next())))).port
        : await listenUdp((_, reply) => reply(next()))
      await fc.assert(
        fc.asyncProperty(fc.array(piece, { maxLength: 4 }), async pieces => {
          said = pieces
          const began = performance.now()
          const failure = await talk(protocol, port).catch((error: unknown) => error)
          if (failure !== undefined) expect(failure).toMatchObject({ name: 'LinkRefusal' })
          expect(performance.now() - began).toBeLessThan(20_000)
        }),
        { numRuns: 20 },
      )
    },
  )
})
