import { type TemplateInput, template } from '@rookery/contracts/template.ts'
import { describe, expect, test } from 'vitest'
import {
  changeProblems,
  initialProblems,
  initialValues,
  secretThatFits,
  visibleValue,
} from './variable-values.ts'

const variables: TemplateInput['variables'] = [
  {
    name: 'PLAYERS',
    title: '',
    default: '16',
    rules: ['required', 'integer', 'between:1,64'],
    hint: 'a whole number from 1 to 64',
  },
  { name: 'WORLD', title: '', default: '', rules: ['required'] },
  { name: 'HIDDEN', title: '', default: 'h', visible_to: 'administrators' },
  { name: 'LOCKED', title: '', default: 'l', editable_by: 'administrators' },
  { name: 'FIXED', title: '', default: 'f', editable_by: 'nobody' },
  { name: 'PASSWORD', title: '', default: '', rules: ['required', 'alpha_num', 'max:16'], secret: true },
  { name: 'LICENSE', title: '', default: '', rules: ['nullable'], secret: true },
]
const small = template.parse({
  slug: 'small',
  name: 'Small',
  game: 'Small',
  description: '',
  process_managers: ['process'],
  ports: { game: { protocol: 'udp', default: 1000 } },
  variables,
  command: ['game'],
  install: [],
  ready: { pattern: null },
  stop: { method: { by: 'signal', signal: 'SIGINT' } },
})
const user = { isAdministrator: false, mayChangeSettings: true }
const admin = { isAdministrator: true, mayChangeSettings: true }
const all = (value: string) => Object.fromEntries(small.variables.map(({ name }) => [name, value]))
const variable = (name: string) => small.variables.find(one => one.name === name) ?? small.variables[0]

describe('values of variables', () => {
  test('a person may change what is theirs; what they may not see does not exist for them', () => {
    expect(changeProblems(small, { ...all('5'), NOPE: '5' }, user)).toEqual({
      'variables.HIDDEN': ['this template has no such variable'],
      'variables.NOPE': ['this template has no such variable'],
      'variables.LOCKED': ['only an administrator may change this'],
      'variables.FIXED': ['this value is fixed by the template'],
    })
    expect(Object.keys(changeProblems(small, all('5'), admin))).toEqual(['variables.FIXED'])
  })

  test('a value that breaks its rule is refused with a reason, with the hint of the template', () => {
    expect(changeProblems(small, { PLAYERS: '65', WORLD: '', PASSWORD: 'no-dash' }, user)).toEqual({
      'variables.PLAYERS': ['must be between 1 and 64: a whole number from 1 to 64'],
      'variables.WORLD': ['must not be empty'],
      'variables.PASSWORD': ['must have letters and digits only'],
    })
    expect(changeProblems(small, { WORLD: 'a\0b' }, user)).toHaveProperty(['variables.WORLD'])
  })

  test('a line break is refused where it would begin a second setting, unless it is the template\u2019s own', () => {
    const written = (format: 'ini' | 'lines' | 'xml' | 'json', initial = '') => ({
      ...small,
      variables: small.variables.map(one => (one.name === 'WORLD' ? { ...one, default: initial } : one)),
      config_files: [
        { path: 'a.cfg', format, create: true, values: [{ key: 'world', value: 'world={var.WORLD}' }] },
      ],
    })
    const change = (template: typeof small, value: string) => changeProblems(template, { WORLD: value }, user)
    for (const format of ['ini', 'lines'] as const) {
      for (const value of ['a\nadmin=1', 'a\radmin=1', 'a\u2028b', 'a\u0007'])
        expect(change(written(format), value)).toEqual({
          'variables.WORLD': [
            'must not contain a line break or control character: it is written into a.cfg, which cannot hold that',
          ],
        })
      expect(change(written(format, 'a\nb'), 'a\nb')).toEqual({})
      expect(change(written(format), 'tab\tü🎮')).toEqual({})
    }
    expect(change(written('xml'), 'a\nb')).toEqual({})
    expect(change(written('xml'), 'a\u0007')).toHaveProperty(['variables.WORLD'])
    expect(change(written('json'), 'a\n\u0007')).toEqual({})
    expect(initialProblems(written('lines'), { WORLD: 'a\nb' })).toHaveProperty(['variables.WORLD'])
  })

  test('a secret is shown to those who may change it, and to nobody else', () => {
    const [secret] = [variable('PASSWORD')]
    if (!secret) throw new Error('it is in the list above')
    expect(visibleValue(secret, { PASSWORD: 'x' }, user)).toBe('x')
    expect(visibleValue(secret, { PASSWORD: 'x' }, { ...user, mayChangeSettings: false })).toBeNull()
    expect(visibleValue({ ...secret, editable_by: 'administrators' }, { PASSWORD: 'x' }, user)).toBeNull()
    expect(visibleValue({ ...secret, editable_by: 'nobody' }, { PASSWORD: 'x' }, admin)).toBeNull()
  })

  test('a new game server gets what was chosen, else the default, else a secret that fits its rules', () => {
    const random = Buffer.alloc(32, 0xab)
    const made = initialValues(small, { WORLD: 'earth', PASSWORD: '' }, one => secretThatFits(one, random))
    expect(made).toMatchObject({ WORLD: 'earth', PLAYERS: '16', LICENSE: '', PASSWORD: 'ab'.repeat(8) })
    expect(initialProblems(small, made)).toEqual({})
    expect(
      initialProblems(
        small,
        initialValues(small, {}, () => ''),
      ),
    ).toEqual({
      'variables.WORLD': ['must not be empty'],
      'variables.PASSWORD': ['must not be empty'],
    })
  })
})
