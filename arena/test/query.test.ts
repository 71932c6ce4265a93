// A2S queries against the real process, compared byte for byte.

import { createSocket } from 'node:dgram'
import { expect, onTestFinished, test } from 'vitest'
import pack from '../package.json' with { type: 'json' }
import { connectPlayer } from './player.ts'
import { startArena } from './start-arena.ts'
import { until } from './until.ts'

const header = [0xff, 0xff, 0xff, 0xff]
const infoRequest = Buffer.from([...header, 0x54, ...Buffer.from('Source Engine Query\0')])

test('A2S_INFO asks for a challenge and then answers exactly as documented', async () => {
  const arena = await startArena({ args: ['--name', 'Süd Arena', '--max-players', '9', '--map', 'office'] })
  await connectPlayer(arena.ports.game, 'Ann')
  const ask = openQuery(arena.ports.query)
  const challenge = await ask(infoRequest)
  expect(challenge.subarray(0, 5)).toEqual(Buffer.from([...header, 0x41]))
  expect(challenge.length).toBe(9)
  const answer = await ask(Buffer.concat([infoRequest, challenge.subarray(5)]))
  const port = Buffer.alloc(2)
  port.writeUInt16LE(arena.ports.game)
  const strings = Buffer.from('Süd Arena\0office\0arena\0Arena\0')
  const version = Buffer.from(`${pack.version}\0`)
  expect(answer).toEqual(
    Buffer.concat([
      Buffer.from([...header, 0x49, 17]),
      strings,
      Buffer.from([0, 0, 1, 9, 0, 0x64, 0x6c, 0, 0]),
      version,
      Buffer.from([0x80]),
      port,
    ]),
  )
})

test('A2S_PLAYER and A2S_RULES want the challenge too', async () => {
  const arena = await startArena()
  await connectPlayer(arena.ports.game, 'Ann')
  const ask = openQuery(arena.ports.query)
  const challenge = (await ask(Buffer.from([...header, 0x55, ...header]))).subarray(5)
  const wrong = await ask(Buffer.from([...header, 0x55, 1, 2, 3, 4]))
  expect(wrong[4]).toBe(0x41)
  const players = await ask(Buffer.concat([Buffer.from([...header, 0x55]), challenge]))
  expect(players.subarray(0, 15)).toEqual(
    Buffer.from([...header, 0x44, 1, 0, ...Buffer.from('Ann\0'), 0, 0, 0, 0]),
  )
  expect(players.length).toBe(19)
  const seconds = players.readFloatLE(15)
  expect(seconds).toBeGreaterThan(0)
  expect(seconds).toBeLessThan(60)
  const rules = await ask(Buffer.concat([Buffer.from([...header, 0x56]), challenge]))
  expect(rules).toEqual(
    Buffer.from([
      ...header,
      0x45,
      4,
      0,
      ...Buffer.from(
        'map_title\0The Colosseum (Budget Edition)\0points_to_win\x005\0round\x001\0goose\x001\0',
      ),
    ]),
  )
})

function openQuery(port: number): (request: Buffer) => Promise<Buffer> {
  const socket = createSocket('udp4')
  onTestFinished(() => void socket.close())
  const answers: Buffer[] = []
  socket.on('message', answer => void answers.push(answer))
  return async request => {
    const before = answers.length
    socket.send(request, port, '127.0.0.1')
    await until(() => answers.length > before)
    return answers[before] as Buffer
  }
}
