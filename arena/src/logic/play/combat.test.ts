// Fighting as players meet it.

import { expect, test } from 'vitest'
import { openPracticeArena } from '../../../test/practice-arena.ts'
import { pointsToWin } from '../stage/arena-state.ts'

test('an attack tells three people three stories and then needs its breath', () => {
  const stage = openPracticeArena(['Ann', 'Bob', 'Cid'], 0)
  expect(stage.type('Ann', 'hit b')).toMatch(/^You wind up .*Bob gets bored.*\[-13, Bob has 87\]$/)
  expect(stage.lastHeard('Bob')).toMatch(/^Ann winds up .* you get bored.*\[-13, you have 87\]$/)
  expect(stage.lastHeard('Cid')).toMatch(/^Ann winds up .*Bob gets bored.*\[-13, Bob has 87\]$/)
  expect(stage.type('Ann', 'a')).toMatch(/^Not yet: 1\.3 s/)
  stage.skip(1_300)
  stage.dice.roll = 0.99
  expect(stage.type('Ann', 'a')).toMatch(/punch the wall beside Bob/)
})

test('a parry turns an attack, a feint beats a parry, an attack beats a feint', () => {
  const stage = openPracticeArena(['Ann', 'Bob'])
  stage.type('Bob', 'parry')
  stage.type('Ann', 'a bob')
  expect([stage.named('Ann').health, stage.named('Bob').health]).toEqual([88, 100])
  stage.skip(6_000)
  stage.type('Bob', 'parry')
  stage.type('Ann', 'feint bob')
  expect(stage.named('Bob').health).toBe(74)
  stage.skip(6_000)
  stage.type('Ann', 'feint bob')
  expect(stage.named('Bob').health).toBe(72)
})

test('a kill is counted, announced, and the dead come back whole', () => {
  const stage = openPracticeArena(['Ann', 'Bob'])
  stage.named('Bob').health = 1
  stage.named('Bob').weapon = 'pan'
  expect(stage.type('Ann', 'a')).toMatch(/You finish Bob with bare hands/)
  expect(stage.lastHeard('Bob')).toContain('First blood: Ann')
  expect(stage.facts).toContainEqual({ kind: 'death', victim: 'Bob', killer: 'Ann', killerStreak: 1 })
  expect(stage.type('Bob', 'a')).toBe('You are busy being dead. Talking still works.')
  expect(stage.type('Bob', 'say ow')).toBe('You say: ow')
  stage.wait(4_500)
  expect(stage.named('Bob')).toMatchObject({ health: 100, weapon: 'fists', deadUntilMs: null, deaths: 1 })
  stage.named('Bob').roomId = 'sand'
  stage.skip(2_000)
  stage.named('Bob').safeUntilMs = Number.MAX_SAFE_INTEGER
  expect(stage.type('Ann', 'a')).toContain('has just arrived')
})

test('revenge and ended streaks are announced', () => {
  const stage = openPracticeArena(['Ann', 'Bob'])
  stage.named('Bob').health = 1
  stage.named('Bob').streak = 3
  stage.named('Ann').lastKillerId = stage.named('Bob').id
  const told = stage.type('Ann', 'a')
  expect(told).toContain('Bob was on 3 in a row. Was.')
  expect(told).toContain('Revenge! Ann had a list')
})

test('the last point wins the round and everyone wakes up on the next map', () => {
  const stage = openPracticeArena(['Ann', 'Bob'])
  stage.named('Ann').points = pointsToWin - 1
  stage.named('Bob').health = 1
  const told = stage.type('Ann', 'a')
  expect(told).toContain('ROUND 1: ANN WINS!')
  expect(told).toContain('Welcome to Kitchen of the Last Resort')
  expect(stage.facts).toContainEqual({ kind: 'win', winner: 'Ann' })
  expect(stage.arena).toMatchObject({ round: 2, map: { id: 'kitchen' } })
  expect(stage.named('Bob')).toMatchObject({ health: 100, deadUntilMs: null, points: 0 })
})

test('the goose can win a round, and the dummy is worth nothing', () => {
  const stage = openPracticeArena(['Ann'])
  stage.named('the dummy').health = 1
  stage.named('the dummy').roomId = 'sand'
  stage.type('Ann', 'hit dummy')
  expect(stage.named('Ann').points).toBe(0)
  const goose = stage.named('the goose')
  Object.assign(goose, { roomId: 'sand', points: pointsToWin - 1 })
  stage.named('Ann').health = 1
  stage.dice.roll = 0.3
  stage.wait(10_000)
  expect(stage.facts).toContainEqual({ kind: 'log', text: 'round 1 goes to the goose' })
})

test('a shove finds the hazard of the room, or the door', () => {
  const stage = openPracticeArena(['Ann', 'Bob'], 0.1)
  for (const name of ['Ann', 'Bob']) stage.named(name).roomId = 'pit'
  expect(stage.type('Ann', 'shove bob')).toContain('lands on the lion')
  expect(stage.named('Bob').health).toBe(70)
  for (const name of ['Ann', 'Bob']) stage.named(name).roomId = 'yard'
  stage.skip(3_000)
  stage.type('Ann', 'shove bob')
  expect(stage.named('Bob').roomId).toBe('sand')
  expect(stage.lastHeard('Bob')).toContain('== The Sand ==')
})

test('the accordion reaches everyone, the cactus its owner', () => {
  const stage = openPracticeArena(['Ann', 'Bob', 'Cid'])
  stage.named('Ann').weapon = 'accordion'
  stage.type('Ann', 'a bob')
  expect(stage.named('Bob').health).toBeLessThan(100)
  expect(stage.named('Cid').health).toBeLessThan(100)
  stage.skip(3_000)
  stage.named('Ann').weapon = 'cactus'
  stage.type('Ann', 'a bob')
  expect(stage.named('Ann').health).toBe(97)
})
