import { template } from '@rookery/contracts/template.ts'
import { expect, test } from 'vitest'
import { gameTemplate } from '../../../../test/game-servers/a-game.ts'
import { editedFields } from './edited-fields.ts'

const plan = template.parse(gameTemplate())
const before = {
  ...{ name: 'One', ip: '127.0.0.1', port: 1, queryPort: null, rconPort: null, rconPassword: 'old' },
  ...{ processManager: 'process', memoryLimitBytes: null, cpuLimitPercent: null, diskLimitBytes: null },
  ...{
    description: '',
    tags: ['a'],
    autostart: true,
    updateBeforeStart: false,
    crashPolicy: { restart: true },
    heldTemplate: null,
    image: null,
  },
  variables: { PLAYERS: '16', HIDDEN: 'x' },
}
const edited = (more: object) => editedFields(before, { ...before, ...more }, plan)

test('a change that changes nothing is none', () => {
  expect(edited({})).toBeNull()
  expect(edited({ tags: ['a'], crashPolicy: { restart: true } })).toBeNull()
})

test('settings are named, variables by their title, and no value is told', () => {
  const variables = { ...before.variables, PLAYERS: '32' }
  expect(edited({ variables, autostart: false })).toEqual({
    what: 'settings',
    fields: ['autostart'],
    variables: ['Players'],
  })
})

test('what an administrator changes is told as details; a password by its name alone', () => {
  expect(edited({ rconPassword: 'new', port: 2 })).toEqual({
    what: 'details',
    fields: ['port', 'rcon_password'],
    variables: [],
  })
})

test('a variable that only administrators see is not named, though the change is told', () => {
  const variables = { ...before.variables, HIDDEN: 'y' }
  expect(edited({ variables })).toEqual({ what: 'settings', fields: [], variables: [] })
})
