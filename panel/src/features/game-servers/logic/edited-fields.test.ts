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
    externalId: null,
    image: null,
  },
  variables: { PLAYERS: '16', HIDDEN: 'x' },
}
const edited = (more: object) => editedFields(before, { ...before, ...more }, plan)

test('a change that changes nothing is none', () => {
  expect(edited({})).toBeNull()
  expect(edited({ tags: ['a'], crashPolicy: { restart: true } })).toBeNull()
})

test('settings are named, variables by their title, with what they were and are', () => {
  const variables = { ...before.variables, PLAYERS: '32' }
  expect(edited({ variables, autostart: false })).toEqual({
    what: 'settings',
    fields: ['autostart'],
    variables: ['Players'],
    changes: [
      { of: 'field', name: 'autostart', before: 'true', after: 'false' },
      { of: 'variable', name: 'Players', before: '16', after: '32' },
    ],
  })
})

test('limits, ports and tags are told; what was not there before is null', () => {
  const change = edited({ port: 2, memoryLimitBytes: 1024, tags: ['a', 'b'] })
  expect(change).toMatchObject({ what: 'details', fields: ['port', 'memory_limit_bytes', 'tags'] })
  expect(change?.changes).toEqual([
    { of: 'field', name: 'port', before: '1', after: '2' },
    { of: 'field', name: 'memory_limit_bytes', before: null, after: '1024' },
    { of: 'field', name: 'tags', before: 'a', after: 'a, b' },
  ])
})

test('of secrets only the name is told, also where the template forgot to say that it is one', () => {
  expect(edited({ rconPassword: 'new' })).toEqual({
    what: 'details',
    fields: ['rcon_password'],
    variables: [],
    changes: [],
  })
  const variable = {
    title: 'Secret',
    description: '',
    default: '',
    rules: [],
    editable_by: 'everyone',
  } as const
  const secrets = {
    variables: [
      { ...variable, name: 'ADMIN', visible_to: 'everyone', secret: true },
      { ...variable, name: 'JOIN_PASSWORD', visible_to: 'everyone', secret: false },
    ],
  } as const
  const with_ = (value: string) => ({ ...before, variables: { ADMIN: value, JOIN_PASSWORD: value } })
  const change = editedFields(with_('old-4711'), with_('new-4711'), {
    variables: [...secrets.variables].map(one => ({ ...one, rules: [] })),
  })
  expect(change).toMatchObject({ variables: ['Secret', 'Secret'], changes: [] })
  expect(JSON.stringify(change)).not.toContain('4711')
})

test('a variable that only administrators see is not named, though the change is told', () => {
  const variables = { ...before.variables, HIDDEN: 'y' }
  expect(edited({ variables })).toEqual({ what: 'settings', fields: [], variables: [], changes: [] })
})

test('a long text is cut', () => {
  const change = edited({ name: 'x'.repeat(500) })
  expect(change?.changes[0]?.after).toHaveLength(101)
})
