// Fighting and talking as players meet it.

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openPracticeArena } from '../../../test/practice-arena.ts'
import { fullHealth, people, pointsToWin } from './arena-state.ts'
import { allMaps, mapAfter } from './maps.ts'
import { leave } from './obey.ts'

test('an attack tells three people three stories and then needs its breath', () => {
  const stage = openPracticeArena(['Ann', 'Bob', 'Cid'], 0)
  expect(stage.type('Ann', 'HIT b')).toMatch(/^BONG\. You introduce Bob .*\[-7, Bob has 93\]$/)
  expect(stage.lastHeard('Bob')).toMatch(/^BONG\. Ann introduces you .*\[-7, you have 93\]$/)
  expect(stage.lastHeard('Cid')).toMatch(/^BONG\. Ann introduces Bob .*\[-7, Bob has 93\]$/)
  expect(stage.type('Ann', 'a')).toMatch(/^Not yet: 1\.3 s/)
  stage.skip(1_300)
  stage.dice.roll = 0.99
  expect(stage.type('Ann', 'a')).toBe('You punch the wall beside Bob. The wall wins.')
  expect(stage.type('Bob', 'a nobody')).toBe('There is no "nobody" here to attack.')
})

test('a kill is counted and announced, and the dead come back whole', () => {
  const stage = openPracticeArena(['Ann', 'Bob'])
  stage.named('Bob').health = 1
  expect(stage.type('Ann', 'a')).toContain('*** Ann has slain Bob.')
  expect(stage.facts).toContainEqual({ kind: 'death', victim: 'Bob', killer: 'Ann', killerStreak: 1 })
  expect(stage.type('Bob', 'a')).toBe('You are busy being dead. Talking still works.')
  expect(stage.type('Bob', 'say ow')).toBe('You shout: ow')
  stage.wait(4_500)
  expect(stage.named('Bob')).toMatchObject({ health: fullHealth, deadUntilMs: null, deaths: 1 })
  expect(stage.named('Ann')).toMatchObject({ points: 1, kills: 1, streak: 1 })
})

test('the last point wins the round, and everyone begins anew on the next map', () => {
  const stage = openPracticeArena(['Ann', 'Bob'])
  stage.named('Ann').points = pointsToWin - 1
  stage.named('Bob').health = 1
  expect(stage.type('Ann', 'a bob')).toContain('ROUND 1: ANN WINS!')
  expect(stage.facts).toContainEqual({ kind: 'win', winner: 'Ann' })
  expect([stage.arena.round, stage.arena.map.id, stage.named('Ann').points]).toEqual([2, 'kitchen', 0])
  expect(stage.named('Bob')).toMatchObject({ health: fullHealth, deadUntilMs: null })
  expect(allMaps.map(mapAfter)).toEqual([...allMaps.slice(1), allMaps[0]])
})

test('the goose leaves people alone until one hits it, then bites back', () => {
  const stage = openPracticeArena(['Ann'], 0)
  stage.wait(60_000)
  expect(stage.named('Ann').health).toBe(fullHealth)
  stage.type('Ann', 'a goose')
  stage.wait(5_000)
  expect(stage.lastHeard('Ann')).toContain('The goose bites you')
  expect(stage.named('Ann').health).toBeLessThan(fullHealth)
})

test('words, lists and what nobody knows', () => {
  const stage = openPracticeArena(['Ann', 'Bob'])
  expect(stage.type('Ann', "'hello there")).toBe('You shout: hello there')
  expect(stage.lastHeard('Bob')).toBe('Ann shouts: hello there')
  expect(stage.type('Ann', 'who')).toBe('  Ann (0 points, health 100)\n  Bob (0 points, health 100)')
  expect(stage.type('Ann', 'look')).toContain('  the goose (0 points, health 100)')
  expect(stage.type('Ann', 'scores')).toContain('Nobody yet.')
  expect(stage.type('Ann', 'constructor')).toContain('("help" has a list.)')
  stage.type('Ann', 'quit')
  expect(stage.facts).toContainEqual({ kind: 'quit', fighterId: stage.named('Ann').id })
})

test('when the last person leaves the round begins afresh', () => {
  const stage = openPracticeArena(['Ann'])
  stage.named('the goose').points = 4
  stage.play(turn => leave(turn, stage.named('Ann')))
  expect(people(stage.arena)).toEqual([])
  expect(stage.named('the goose').points).toBe(0)
})

test('whatever people type and however the dice fall, the arena stays sound', () => {
  const step = fc.record({
    name: fc.constantFrom('Ann', 'Bob', 'Cid'),
    line: fc.oneof(
      fc.constantFrom('a', 'a ann', 'a bob', 'a goose', 'look', 'say', 'quit', 'scores'),
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
          expect(fighter.points).toBeLessThan(pointsToWin)
        }
      }
    }),
    { numRuns: 60 },
  )
})
