import type { StepCondition } from '@rookery/contracts/schedule.ts'
import { expect, test } from 'vitest'
import { type ConditionFacts, whyConditionFails } from './step-condition.ts'

const unknown = 'how many players are online could not be found out'
const cases: [StepCondition, ConditionFacts, string | null][] = [
  ['running', { isRunning: true, players: null }, null],
  ['running', { isRunning: false, players: null }, 'the game is not running'],
  ['stopped', { isRunning: false, players: null }, null],
  ['stopped', { isRunning: true, players: 0 }, 'the game is running'],
  ['players_online', { isRunning: true, players: 1 }, null],
  ['players_online', { isRunning: true, players: 0 }, 'no players are online'],
  ['players_online', { isRunning: true, players: null }, unknown],
  ['players_online', { isRunning: false, players: null }, 'no players are online'],
  ['no_players', { isRunning: true, players: 0 }, null],
  ['no_players', { isRunning: true, players: 1 }, 'one player is online'],
  ['no_players', { isRunning: true, players: 3 }, '3 players are online'],
  ['no_players', { isRunning: true, players: null }, unknown],
  ['no_players', { isRunning: false, players: null }, null],
]

test.each(cases)('%s with %j: %s', (condition, facts, reason) => {
  expect(whyConditionFails(condition, facts)).toBe(reason)
})
