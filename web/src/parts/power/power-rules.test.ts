// Tests of which power actions are offered.

import { runStates } from '@rookery/contracts/run-states.ts'
import { expect, test } from 'vitest'
import {
  actionsInRow,
  actionsOnPage,
  administratorAbilities,
  fitsState,
  mainAction,
  obstacleTo,
  permittedActions,
  powerActions,
  rowPower,
} from './power-rules.ts'

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

test('what cannot be done now says which state is in the way', () => {
  expect(obstacleTo('start', 'stopped', true)).toBeNull()
  expect(obstacleTo('stop', 'stopped', true)).toBe('stopped')
  expect(obstacleTo('start', 'updating', true)).toBe('updating')
  expect(obstacleTo('start', 'stopped', false)).toBe('away')
})

test('only permitted actions are shown; killing needs the right to stop', () => {
  expect(permittedActions({})).toEqual([])
  expect(permittedActions({ 'game-server-stop': true, 'game-server-start': false })).toEqual(['stop', 'kill'])
  expect(permittedActions({ 'game-server-update': true })).toEqual(['install', 'update', 'reinstall'])
})

test('where there is room for one button it brings the server up, or ends it', () => {
  const mainIn = (state: (typeof runStates)[number], isNodeOnline = true) =>
    mainAction(actionsInRow(state, administratorAbilities), state, isNodeOnline)
  expect(Object.fromEntries(runStates.map(state => [state, mainIn(state)]))).toEqual({
    not_installed: 'install',
    installing: null,
    install_failed: 'install',
    stopped: 'start',
    starting: 'stop',
    running: 'stop',
    paused: 'resume',
    stopping: null,
    updating: null,
    crashed: 'start',
  })
  expect(mainIn('running', false)).toBeNull()
  expect(mainAction(actionsInRow('paused', { 'game-server-stop': true }), 'paused', true)).toBe('stop')
})

test('on its page a state offers what it allows, and what is up keeps its buttons in their places', () => {
  const onPage = (state: (typeof runStates)[number]) =>
    actionsOnPage(state, true, administratorAbilities).join(' ')
  expect(Object.fromEntries(runStates.map(state => [state, onPage(state)]))).toEqual({
    not_installed: 'install',
    installing: '',
    install_failed: 'install',
    stopped: 'start',
    starting: 'kill pause restart stop',
    running: 'kill pause restart stop',
    paused: 'kill resume restart stop',
    stopping: 'kill pause restart stop',
    updating: '',
    crashed: 'start',
  })
})

test('who can do nothing in a state sees no button', () => {
  expect(actionsOnPage('running', false, administratorAbilities)).toEqual([])
  expect(actionsOnPage('stopped', true, { 'game-server-stop': true })).toEqual([])
  expect(actionsOnPage('running', true, { 'game-server-start': true })).toEqual([])
  expect(actionsOnPage('running', true, { 'game-server-stop': true })).toEqual(['kill', 'stop'])
})

test('a row has only what can be done now, each in its own place, and the rest in a menu', () => {
  const rowIn = (state: (typeof runStates)[number], isNodeOnline = true) => {
    const { up, stop, restart, more } = rowPower(state, administratorAbilities, isNodeOnline)
    return `${[up, stop, restart].map(action => action ?? '-').join(' ')} | ${more.join(' ')}`
  }
  expect(Object.fromEntries(runStates.map(state => [state, rowIn(state)]))).toEqual({
    not_installed: 'install - - | ',
    installing: '- - - | ',
    install_failed: 'install - - | ',
    stopped: 'start - - | ',
    starting: '- stop restart | kill',
    running: '- stop restart | pause kill',
    paused: 'resume stop - | kill',
    stopping: '- - - | kill',
    updating: '- - - | ',
    crashed: 'start - - | ',
  })
  expect(rowIn('running', false)).toBe('- - - | ')
  expect(rowPower('running', { 'game-server-pause': true }, true)).toEqual({
    ...{ up: null, stop: null, restart: null },
    more: ['pause'],
  })
})
