// Tests of which power actions are offered.

import { runStates } from '@rookery/contracts/run-states.ts'
import { expect, test } from 'vitest'
import { fitsState, permittedActions, powerActions } from './power-rules.ts'

const offered = (state: (typeof runStates)[number]) =>
  powerActions.filter(action => fitsState(action, state, true)).join(' ')

test('each state offers what makes sense in it', () => {
  expect(Object.fromEntries(runStates.map(state => [state, offered(state)]))).toEqual({
    not_installed: 'install',
    installing: '',
    install_failed: 'install update reinstall',
    stopped: 'start update reinstall',
    starting: 'stop restart kill',
    running: 'stop restart pause kill',
    paused: 'stop resume kill',
    stopping: 'kill',
    updating: '',
    crashed: 'start update reinstall',
  })
})

test('a node that is away offers nothing', () => {
  for (const state of runStates) {
    for (const action of powerActions) expect(fitsState(action, state, false)).toBe(false)
  }
})

test('only permitted actions are shown; killing needs the right to stop', () => {
  expect(permittedActions({})).toEqual([])
  expect(permittedActions({ 'game-server-stop': true, 'game-server-start': false })).toEqual(['stop', 'kill'])
  expect(permittedActions({ 'game-server-update': true })).toEqual(['install', 'update', 'reinstall'])
})
