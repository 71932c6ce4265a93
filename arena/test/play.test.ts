// Two real players on a real arena, up to a kill.

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { directions, roomOf } from '../src/logic/world/arena-map.ts'
import { colosseum } from '../src/logic/world/maps/colosseum.ts'
import { connectPlayer, openLine, type TestPlayer } from './player.ts'
import { startArena } from './start-arena.ts'
import { until } from './until.ts'

test('two players meet, fight, duel to the death, and the score outlives the run', async () => {
  const arena = await startArena()
  const ann = await connectPlayer(arena.ports.game, 'Ann')
  const bob = await connectPlayer(arena.ports.game, 'Bob')
  await ann.sees(/\*\*\* Bob enters the arena/)
  await walkTo(ann, 'Bob')
  await until(async () => {
    ann.say('hit bob')
    await pause(400)
    return /\[-\d+, Bob has \d+\]/.test(ann.seen())
  }, ann.seen)
  await bob.sees(/\[-\d+, you have \d+\]/)
  ann.say('duel bob')
  await bob.sees(/Type "accept" or "decline"/)
  bob.say('accept')
  for (const score of ['1:0', '2:0']) {
    ann.say('strike')
    bob.say('feint')
    await bob.sees(new RegExp(`strikes straight through your clever feint.*\\[${score}\\]`))
  }
  await ann.sees(/You win the duel\. Bob says something quotable/)
  await bob.sees(/You are dead\./)
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

type Step = { direction: string; roomName: string }

async function walkTo(player: TestPlayer, other: string): Promise<void> {
  player.say('who')
  const [, own] = await player.sees(/ {2}\w+ in (the .*) \(\d+ points\) - you/)
  const [, theirs] = await player.sees(new RegExp(`  ${other} in (the .*) \\(`))
  for (const step of route(roomNamed(own), roomNamed(theirs))) {
    player.say(step.direction)
    await player.sees(new RegExp(`== ${step.roomName} ==`, 'i'))
  }
}

function roomNamed(name: string | undefined): string {
  const room = colosseum.rooms.find(each => each.name === name)
  if (!room) throw new Error(`no room ${name}`)
  return room.id
}

function route(from: string, to: string): Step[] {
  const ways = new Map<string, Step[]>([[from, []]])
  for (const [roomId, way] of ways) {
    for (const direction of directions) {
      const next = roomOf(colosseum, roomId).exits[direction]
      if (next && !ways.has(next)) {
        ways.set(next, [...way, { direction, roomName: roomOf(colosseum, next).name }])
      }
    }
  }
  return ways.get(to) ?? []
}
