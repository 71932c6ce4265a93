// Duels from the glove to the end.

import { expect, test } from 'vitest'
import { openPracticeArena } from '../../../test/practice-arena.ts'
import { leave } from './join.ts'

test('moves are secret, two exchanges win, and nobody may interfere', () => {
  const stage = openPracticeArena(['Ann', 'Bob', 'Cid'])
  stage.type('Ann', 'duel bob')
  expect(stage.lastHeard('Bob')).toContain('Type "accept" or "decline"')
  stage.type('Bob', 'accept')
  expect(stage.type('Cid', 'hit bob')).toContain('busy with a duel')
  expect(stage.type('Ann', 'n')).toBe('You are in a duel: strike, parry or feint.')
  expect(stage.type('Ann', 'strike')).toBe('You will strike. Keep a straight face.')
  expect(stage.lastHeard('Bob')).toBe('')
  stage.type('Bob', 'parry')
  expect(stage.lastHeard('Ann')).toContain('Bob parries your strike')
  stage.type('Ann', 'feint')
  stage.type('Bob', 'feint')
  expect(stage.lastHeard('Cid')).toContain('Both feint')
  stage.type('Ann', 'feint')
  stage.type('Bob', 'strike')
  expect(stage.named('Ann').deadUntilMs).not.toBeNull()
  expect(stage.named('Bob').kills).toBe(1)
  expect(stage.arena.duels).toEqual([])
})

test('whoever sleeps loses the exchange; when both sleep twice it is called off', () => {
  const stage = openPracticeArena(['Ann', 'Bob'])
  stage.type('Ann', 'duel bob')
  stage.type('Bob', 'accept')
  stage.type('Ann', 'parry')
  stage.wait(10_000)
  expect(stage.lastHeard('Bob')).toContain('You are still thinking. Ann does not wait.  [1:0]')
  stage.wait(20_000)
  expect(stage.lastHeard('Bob')).toContain('called off for lack of duel')
  expect(stage.named('Bob').deadUntilMs).toBeNull()
})

test('declining, silence and walking away end an offer', () => {
  const stage = openPracticeArena(['Ann', 'Bob'])
  stage.type('Ann', 'duel bob')
  expect(stage.type('Bob', 'decline')).toContain('You decline politely')
  expect(stage.type('Bob', 'accept')).toBe('Nobody has asked you anything.')
  stage.type('Ann', 'duel bob')
  stage.type('Ann', 'n')
  expect(stage.type('Bob', 'accept')).toContain('not available any more')
  stage.named('Ann').roomId = 'sand'
  stage.type('Ann', 'duel bob')
  stage.wait(20_500)
  expect(stage.arena.duels).toEqual([])
})

test('leaving a duel is losing it', () => {
  const stage = openPracticeArena(['Ann', 'Bob'])
  stage.type('Ann', 'duel bob')
  stage.type('Bob', 'duel ann')
  stage.play(turn => leave(turn, stage.named('Bob')))
  expect(stage.named('Ann').kills).toBe(1)
  expect(stage.arena.duels).toEqual([])
})

test('the dummy always parries, and attentive duellists profit', () => {
  const stage = openPracticeArena(['Ann'])
  stage.named('the dummy').roomId = 'sand'
  stage.type('Ann', 'duel dummy')
  stage.type('Ann', 'feint')
  expect(stage.type('Ann', 'feint')).toContain('You win the duel')
})
