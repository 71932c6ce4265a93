// Two real players on a real arena, up to a kill.

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { connectPlayer, openLine } from './player.ts'
import { startArena } from './start-arena.ts'
import { until } from './until.ts'

test('two players meet, fight to the death, and the score outlives the run', async () => {
  const arena = await startArena()
  const ann = await connectPlayer(arena.ports.game, 'Ann')
  const bob = await connectPlayer(arena.ports.game, 'Bob')
  await ann.sees(/\*\*\* Bob enters the arena/)
  await until(async () => {
    ann.say('hit bob')
    await pause(400)
    return bob.seen().includes('You are dead.')
  }, ann.seen)
  expect(ann.seen()).toMatch(/\[-\d+, Bob has \d+\]/)
  expect(bob.seen()).toMatch(/\[-\d+, you have \d+\]/)
  await bob.sees(/You are alive again, with 100 health/)
  arena.type('stop')
  await bob.sees(/The arena closes/)
  expect(await arena.exitCode()).toBe(0)
  const scores = JSON.parse(await readFile(join(arena.world, 'scores.json'), 'utf8'))
  expect(scores.ann).toMatchObject({ name: 'Ann', kills: 1, bestStreak: 1 })
  expect(scores.bob).toMatchObject({ name: 'Bob', deaths: 1 })
})

test('names are checked, kept unique, and chat carries no control characters', async () => {
  const arena = await startArena({ args: ['--max-players', '2'] })
  const ann = await connectPlayer(arena.ports.game, 'Ann')
  const second = await connectPlayer(arena.ports.game)
  second.say('x')
  await second.sees(/Names have 2 to 16/)
  second.say('ANN')
  await second.sees(/There is a ANN inside already/)
  second.say('Bea')
  await second.sees(/Welcome to/)
  second.socket.write(Buffer.from([0xff, 0xfd, 0x01, ...Buffer.from('shout \x1b[31mred\x07\r\n')]))
  await ann.sees(/Bea shouts: \[31mred\r\n/)
  const third = await openLine(arena.ports.game)
  await third.sees(/The arena is full/)
  await until(third.isGone)
})

test('a player who is banned goes and stays out, also after a restart of the list', async () => {
  const arena = await startArena()
  const ann = await connectPlayer(arena.ports.game, 'Ann')
  arena.type('ban ann')
  await ann.sees(/You have been banned/)
  await until(ann.isGone)
  const again = await connectPlayer(arena.ports.game)
  again.say('Ann')
  await again.sees(/Ann is banned here/)
  await until(async () => JSON.parse(await readFile(join(arena.world, 'bans.json'), 'utf8'))[0] === 'ann')
  arena.type('unban ANN')
  await until(() => arena.output().includes('ANN may come back'), arena.output)
  again.say('Ann')
  await again.sees(/Welcome to/)
})
