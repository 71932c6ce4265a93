// Everything else a player can do.

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openPracticeArena } from '../../../test/practice-arena.ts'
import { startingHealth } from '../stage/arena-state.ts'
import { people } from '../stage/turn.ts'
import { leave } from './join.ts'
import { parseCommand } from './verbs.ts'

test('words and their shorthands are understood', () => {
  expect(parseCommand('BONK Bob')).toEqual({ word: 'bonk', action: 'attack', rest: 'Bob' })
  expect(parseCommand("'hello there")).toMatchObject({ action: 'say', rest: 'hello there' })
  expect(parseCommand('!run')).toMatchObject({ action: 'shout', rest: 'run' })
  expect(parseCommand('constructor')).toMatchObject({ action: undefined })
})

test('walking by direction, letter and name; walls and far rooms say so', () => {
  const stage = openPracticeArena(['Ann', 'Bob'])
  expect(stage.type('Ann', 'w')).toContain('== The Training Yard ==')
  expect(stage.lastHeard('Bob')).toBe('Ann walks west.')
  expect(stage.lastHeard('Ann')).toContain('east to the Sand (you hear Bob)')
  expect(stage.type('Ann', 'north')).toContain('into a wall')
  expect(stage.type('Ann', 'balcony')).toBe('The Balcony is not next door.')
  expect(stage.type('Ann', 'the sand')).toContain('== The Sand ==')
  expect(stage.type('Ann', 'constructor')).toContain('"help" has a list')
})

test('things are taken, swapped and grow back', () => {
  const stage = openPracticeArena(['Ann'])
  expect(stage.type('Ann', 'get pan')).toContain('You take a frying pan')
  expect(stage.type('Ann', 'get')).toBe('There is nothing to take.')
  stage.wait(25_000)
  expect(stage.lastHeard('Ann')).toContain('A frying pan drops out of nowhere')
  stage.named('Ann').roomId = 'gate'
  stage.type('Ann', 'pick up the baguette')
  expect(stage.named('Ann').weapon).toBe('baguette')
  expect(stage.type('Ann', 'l')).toContain('On the floor: a frying pan.')
})

test('potions heal, coffee hurries, and the flask can make a frog of you', () => {
  const stage = openPracticeArena(['Ann', 'Bob'])
  const ann = stage.named('Ann')
  Object.assign(ann, { health: 20, potion: 'red' })
  stage.type('Ann', 'drink')
  expect(ann).toMatchObject({ health: 65, potion: null })
  ann.potion = 'espresso'
  stage.type('Ann', 'drink')
  stage.type('Ann', 'a bob')
  expect(stage.type('Ann', 'a bob')).toMatch(/Not yet: 0\.[67] s/)
  ann.potion = 'flask'
  stage.dice.roll = 0.25
  expect(stage.type('Ann', 'drink')).toContain('You are a frog')
  expect(stage.type('Ann', 'say dear friends')).toBe('You say: ribbit ribbit')
  expect(stage.lastHeard('Bob')).toBe('Ann (a frog) says: ribbit ribbit')
  stage.wait(15_500)
  expect(stage.lastHeard('Bob')).toContain('Ann is no longer a frog')
})

test('a taunt rattles, and a fed goose takes sides', () => {
  const stage = openPracticeArena(['Ann', 'Bob'])
  stage.type('Ann', 'taunt bob')
  expect(stage.named('Bob').rattled).toBe(true)
  stage.named('the goose').roomId = 'sand'
  expect(stage.type('Ann', 'feed goose')).toContain('only accepts baguette')
  stage.named('Ann').weapon = 'baguette'
  expect(stage.type('Ann', 'feed goose')).toContain('You have a goose for one minute')
  stage.wait(20_000)
  expect(stage.named('Ann').health).toBe(100)
  expect(stage.named('Bob').health).toBeLessThan(100)
})

test('when the last person leaves the round begins afresh', () => {
  const stage = openPracticeArena(['Ann'])
  stage.named('the goose').points = 4
  stage.play(turn => leave(turn, stage.named('Ann')))
  expect(people(stage.arena)).toEqual([])
  expect(stage.named('the goose').points).toBe(0)
})

test('whatever people type and however the dice fall, the arena stays sound', () => {
  const words =
    'n e s w a p f look get drink duel accept strike parry feint shove taunt feed say quit who scores me dance'
  const step = fc.record({
    name: fc.constantFrom('Ann', 'Bob', 'Cid'),
    line: fc.oneof(
      fc
        .tuple(fc.constantFrom(...words.split(' ')), fc.constantFrom('', ' ann', ' bob', ' goose', ' dummy'))
        .map(parts => parts.join('')),
      fc.string(),
    ),
    roll: fc.double({ min: 0, max: 0.999_999, noNaN: true }),
    waitMs: fc.constantFrom(0, 500, 1_500, 5_000),
  })
  fc.assert(
    fc.property(fc.array(step, { minLength: 20, maxLength: 120 }), steps => {
      const stage = openPracticeArena(['Ann', 'Bob', 'Cid'])
      for (const { name, line, roll, waitMs } of steps) {
        stage.dice.roll = roll
        stage.type(name, line)
        stage.wait(waitMs)
        for (const fighter of stage.arena.fighters.values()) {
          expect(fighter.health > 0).toBe(fighter.deadUntilMs === null)
          expect(fighter.health).toBeLessThanOrEqual(startingHealth(fighter.kind) + 300)
          expect(stage.arena.map.rooms.some(room => room.id === fighter.roomId)).toBe(true)
        }
      }
    }),
    { numRuns: 60 },
  )
})
