// RCON against the real process.

import { expect, test } from 'vitest'
import { connectRcon } from './rcon-client.ts'
import { startArena } from './start-arena.ts'
import { until } from './until.ts'

const password = 'correct horse'

test('auth is answered by an empty value and then the auth answer; a wrong password gets id -1', async () => {
  const arena = await startArena({ password })
  const client = await connectRcon(arena.ports.rcon)
  client.send(7, 3, 'wrong')
  client.send(8, 3, password)
  const packets = await client.received(4)
  expect(packets.map(({ size, id, type }) => ({ size, id, type }))).toEqual([
    { size: 10, id: 7, type: 0 },
    { size: 10, id: -1, type: 2 },
    { size: 10, id: 8, type: 0 },
    { size: 10, id: 8, type: 2 },
  ])
  expect(arena.output()).not.toContain(password)
})

test('an answer over 4096 bytes is split and the empty packet marks its end', async () => {
  const arena = await startArena({ password })
  const client = await connectRcon(arena.ports.rcon, password)
  client.send(21, 2, 'count 500')
  client.send(22, 0, '')
  await until(() => client.packets.some(packet => packet.id === 22))
  const parts = client.packets.filter(packet => packet.id === 21)
  expect(parts.length).toBe(2)
  expect(Math.max(...parts.map(part => part.size))).toBe(4096)
  const expected = Array.from({ length: 500 }, (_, index) => `line ${index + 1}\n`).join('')
  expect(Buffer.concat(parts.map(part => part.body)).toString()).toBe(expected)
  expect(client.packets.at(-1)).toMatchObject({ id: 22, type: 0, size: 10 })
})

test('commands of the console work and flood does not', async () => {
  const arena = await startArena({ password })
  const client = await connectRcon(arena.ports.rcon, password)
  for (const [index, command] of ['status', 'players', 'flood 1', 'honk', 'map kitchen'].entries()) {
    client.send(index, 2, command)
  }
  const texts = (await client.received(5)).map(packet => packet.body.toString())
  expect(texts[0]).toContain(`game port: ${arena.ports.game}\n`)
  expect(texts[1]).toBe('Players (0/16)\n')
  expect(texts[2]).toContain('console only')
  expect(texts[3]).toContain('"honk" is not a command here')
  expect(texts[4]).toBe('The map is now kitchen.\n')
})

test('commands before auth end the connection, ten wrong passwords shut the address out', async () => {
  const arena = await startArena({ password })
  const early = await connectRcon(arena.ports.rcon)
  early.send(5, 2, 'stop')
  expect((await early.received(1))[0]).toMatchObject({ id: -1, type: 2 })
  await until(early.isGone)
  const guesser = await connectRcon(arena.ports.rcon)
  for (let attempt = 0; attempt < 10; attempt++) guesser.send(attempt, 3, `guess ${attempt}`)
  await until(guesser.isGone)
  expect(guesser.packets.filter(packet => packet.id === -1)).toHaveLength(10)
  const late = await connectRcon(arena.ports.rcon)
  late.send(1, 3, password)
  await until(late.isGone)
  expect(late.packets).toEqual([])
})

test('stop over RCON is answered and ends with 0; crash ends with its code', async () => {
  const arena = await startArena({ password })
  const client = await connectRcon(arena.ports.rcon, password)
  client.send(3, 2, 'stop')
  expect((await client.received(1))[0]?.body.toString()).toBe('Stopping.\n')
  expect(await arena.exitCode()).toBe(0)
  const other = await startArena({ password })
  const crasher = await connectRcon(other.ports.rcon, password)
  crasher.send(3, 2, 'crash 42')
  expect(await other.exitCode()).toBe(42)
  expect(other.output()).toContain('FATAL: TypeError')
})

test('without a password nothing listens for RCON', async () => {
  const arena = await startArena()
  expect(arena.ports.rcon).toBe(0)
  expect(arena.output()).toContain('RCON is off: ARENA_RCON_PASSWORD is empty')
})
