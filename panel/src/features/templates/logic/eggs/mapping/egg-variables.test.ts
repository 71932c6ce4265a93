import { problemsOf } from '@rookery/contracts/template/check-template.ts'
import { describe, expect, test } from 'vitest'
import { readSample, sampleEgg, sampleVariable } from '../sample-egg.ts'
import { eggToTemplate } from './egg-to-template.ts'

const make = (changes: object = {}) => eggToTemplate(readSample(changes), 'sample')
const warningsOf = (changes: object) =>
  make(changes)
    .notes.filter(({ kind }) => kind === 'warning')
    .map(({ field, words }) => `${field}: ${words}`)
const withFiles = (files: object) => ({ config: { ...sampleEgg.config, files: JSON.stringify(files) } })

describe('variables', () => {
  test('who sees and changes them', () => {
    const variables = [
      sampleVariable('A'),
      { ...sampleVariable('B'), user_editable: false },
      { ...sampleVariable('C'), user_viewable: 0, user_editable: true },
      { ...sampleVariable('D'), user_viewable: '1', user_editable: '1' },
    ]
    expect(make({ variables }).template.variables.map(one => [one.visible_to, one.editable_by])).toEqual([
      ['everyone', 'everyone'],
      ['everyone', 'administrators'],
      ['administrators', 'administrators'],
      ['everyone', 'everyone'],
    ])
  })

  test.each([
    ['SERVER_PASSWORD', true],
    ['ADMIN_PASS', true],
    ['STEAM_TOKEN', true],
    ['WEB_API_KEY', true],
    ['TS_AUTHKEY', true],
    ['STEAM_WEBAPIKEY', true],
    ['FIVEM_LICENSE', true],
    ['ADMINPASSWORD', true],
    ['BYPASS_LIMIT', false],
    ['COMPASS', false],
    ['TOKENS_PER_PLAYER', false],
    ['MAX_PLAYERS', false],
  ])('%s is a secret: %s', (name, secret) => {
    expect(make({ variables: [sampleVariable(name)] }).template.variables[0]?.secret).toBe(secret)
  })

  test('a secret that may be empty stays so; one that is required may be made up, unless somebody else gives it', () => {
    const variables = [
      sampleVariable('A_PASSWORD', '', 'string|max:9'),
      sampleVariable('B_PASSWORD', '', 'required'),
      sampleVariable('STEAM_PASS', '', 'required|string'),
    ]
    expect(make({ variables }).template.variables.map(({ rules }) => rules)).toEqual([
      ['nullable', 'string', 'max:9'],
      ['required'],
      ['nullable', 'required', 'string'],
    ])
  })

  test('rules that are not known, and those that the default breaks, are left out and told', () => {
    const variables = [
      sampleVariable('A', 'abc', 'required|exists:users|integer|max:2'),
      sampleVariable('B', '', 'required|integer'),
      sampleVariable('B', 'again'),
      sampleVariable('MY-VAR', 'x'),
    ]
    const { template } = make({ variables, startup: './game {{MY-VAR}}' })
    expect(problemsOf(template)).toEqual([])
    expect(template.variables.map(({ name, rules }) => [name, rules])).toEqual([
      ['A', ['required']],
      ['B', ['required', 'integer']],
      ['MY_VAR', ['nullable', 'string']],
    ])
    expect(template.command).toEqual({ shell: `./game \${MY_VAR}` })
    expect(warningsOf({ variables, startup: './game {{MY-VAR}}' })).toEqual([
      'variables.A: the rule "exists:users" is not known or has no end, and is left out',
      'variables.A: its default must be a whole number, and does not: this rule is left out',
      'variables.A: its default must be at most 2, and does not: this rule is left out',
      'variables.B: is defined twice; the first one counts',
    ])
  })
})

describe('ports', () => {
  const port = (name: string, initial: string) => sampleVariable(name, initial, 'required|integer')

  test('query and RCON become what the panel manages, further ports follow their variable', () => {
    const variables = [
      port('QUERY_PORT', '27016'),
      port('RCON_PORT', '27020'),
      sampleVariable('RCON_PASS'),
      port('WEB_PORT', '8080'),
    ]
    const startup = './srcds_run -q {{QUERY_PORT}} -r {{RCON_PORT}} "{{RCON_PASS}}"'
    const { template, notes } = make({
      variables,
      startup,
      ...withFiles({
        'a.json': { parser: 'json', find: { q: '{{server.build.env.QUERY_PORT}}', p: '{{env.RCON_PASS}}' } },
      }),
    })
    expect(problemsOf(template)).toEqual([])
    expect(template).toMatchObject({
      ports: { game: { default: 27015 }, query: { default: 27016 }, rcon: { default: 27020 } },
      extra_ports: [{ name: 'web_port', variable: 'WEB_PORT' }],
      rcon: { protocol: 'source', port: 'rcon' },
      query: { game: 'protocol-valve' },
      environment: { QUERY_PORT: '{port.query}', RCON_PORT: '{port.rcon}', RCON_PASS: '{rcon.password}' },
      config_files: [
        {
          values: [
            { key: 'q', value: '{port.query}' },
            { key: 'p', value: '{rcon.password}' },
          ],
        },
      ],
    })
    expect(template.variables.map(({ name }) => name)).toEqual(['WEB_PORT'])
    expect(notes).toContainEqual(
      expect.objectContaining({
        kind: 'mapped',
        field: 'variables.QUERY_PORT',
        words: expect.stringContaining('query port'),
      }),
    )
  })

  test('only where it is sensible: no number, no password, an RCON of another kind', () => {
    const none = make({
      variables: [sampleVariable('QUERY_PORT', 'auto'), sampleVariable('RCON_PASS')],
    }).template
    expect([none.ports.query, none.rcon, none.variables.length]).toEqual([undefined, undefined, 2])
    const rust = {
      startup: './RustDedicated',
      variables: [port('RCON_PORT', '28016'), sampleVariable('RCON_PASS')],
    }
    expect(make(rust).template.rcon).toBeUndefined()
    const weak = {
      ...rust,
      variables: [{ ...sampleVariable('RCON_PASS', 'admin'), rules: ['nullable', 'string'] }],
    }
    const imported = make(weak)
    expect(imported.template.variables).toMatchObject([
      { default: '', rules: ['required', 'string'], secret: true },
    ])
    expect(imported.notes).toContainEqual(
      expect.objectContaining({
        kind: 'warning',
        words: expect.stringContaining('too short for a password'),
      }),
    )
    expect(make({ variables: [port('RCON_PORT', '1')] }).template).not.toHaveProperty('rcon')
  })
})
