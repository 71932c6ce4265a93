import { type TemplateInput, template } from '@rookery/contracts/template.ts'
import { describe, expect, test } from 'vitest'
import { findLine } from '../crashes/crash-report.ts'
import { crashCausesOf } from './crash-causes.ts'
import { isRepairPossible, suggestedRepair } from './repairs.ts'

const templateOf = (more: Partial<TemplateInput> = {}) =>
  template.parse({
    slug: 'small',
    name: 'Small',
    game: 'Small',
    description: '',
    process_managers: ['docker'],
    container: {
      images: [8, 17, 21, 25].map(java => ({ label: `Java ${java}`, image: `example/java:${java}` })),
    },
    ports: { game: { protocol: 'tcp', default: 25565 }, rcon: { protocol: 'tcp', default: 25575 } },
    variables: [{ name: 'EULA', title: '', default: 'false', rules: ['required', 'in:true,false'] }],
    command: ['game'],
    install: [],
    ready: { pattern: null },
    stop: { method: { by: 'signal', signal: 'SIGINT' } },
    ...more,
  })
const server = {
  port: 25565,
  queryPort: null,
  rconPort: 25575,
  variables: {},
  image: null,
  processManager: 'docker',
}
const owner = {
  isAdministrator: false,
  mayChangeSettings: true,
  userId: 1,
  mayReadConsole: true,
  mayUpdate: true,
  mayStart: true,
  language: null,
}

function causes(lines: string[], more: Partial<TemplateInput> = {}, exit = {}, viewer = owner) {
  const read = templateOf(more)
  return crashCausesOf(
    { exitCode: 1, outOfMemory: false, lastLines: lines, ...exit },
    {
      hints: read.crash_hints,
      findLine,
      suggest: (cause, line) => suggestedRepair(cause, line, server, read),
      isPossible: repair => isRepairPossible(repair, server, read, viewer),
    },
  )
}

const table: [line: string, cause: string, repair: object | null][] = [
  [
    'You need to agree to the EULA in order to run the server. Go to eula.txt for more info.',
    'eula',
    { do: 'set-variable', name: 'EULA', value: 'true' },
  ],
  [
    'Error: listen EADDRINUSE: address already in use 0.0.0.0:25575',
    'port-in-use',
    { do: 'choose-port', port: 'rcon' },
  ],
  ['**** FAILED TO BIND TO PORT!', 'port-in-use', { do: 'choose-port', port: 'game' }],
  ['bind failed: Address already in use', 'port-in-use', { do: 'choose-port', port: 'game' }],
  [
    'java.lang.UnsupportedClassVersionError: Main has been compiled by a more recent version (class file version 65.0)',
    'wrong-java',
    { do: 'use-image', label: 'Java 21' },
  ],
  ['This server requires at least Java 17 to run', 'wrong-java', { do: 'use-image', label: 'Java 17' }],
  [
    'Exception in thread "main" java.lang.UnsupportedClassVersionError: x',
    'wrong-java',
    { do: 'use-image', label: 'Java 25' },
  ],
  ["Error: ENOENT: no such file or directory, open 'world.dat'", 'missing-file', { do: 'update' }],
  ['Error: Unable to access jarfile server.jar', 'missing-file', { do: 'update' }],
  ['java.lang.OutOfMemoryError: Java heap space', 'out-of-memory', null],
  ['write failed: No space left on device', 'no-space', null],
]

describe('what a crash may mean', () => {
  test.each(table)('%s', (line, cause, repair) => {
    expect(causes(['[12:00] loading', line, 'bye'])).toEqual([
      { cause, line, repair, words: expect.stringMatching(/\.$/) },
    ])
  })

  test('nothing is guessed: a line that tells nothing has no cause', () => {
    expect(causes(['Segmentation fault', 'hello', 'the binding of a book failed'])).toEqual([])
  })

  test('memory that ran out is told by the node itself, a missing program by its exit code', () => {
    expect(causes([], {}, { outOfMemory: true })).toMatchObject([{ cause: 'out-of-memory', line: null }])
    expect(causes([], {}, { exitCode: 127 })).toMatchObject([{ cause: 'missing-file', line: null }])
  })

  test('hints of the template come first and stand for what is known in general', () => {
    const crash_hints = [
      { pattern: 'EULA', cause: 'eula' as const, words: 'Ours.' },
      { exit_code: 42, cause: 'wrong-setting' as const, words: 'Exit 42.' },
      { pattern: 'never', exit_code: 1, cause: 'other' as const, words: 'Both must fit.' },
      { pattern: '(', cause: 'other' as const, words: 'No expression.' },
    ]
    expect(causes(['agree to the EULA', 'ENOSPC'], { crash_hints }, { exitCode: 42 })).toMatchObject([
      { cause: 'eula', words: 'Ours.', line: 'agree to the EULA', repair: null },
      { cause: 'wrong-setting', words: 'Exit 42.', line: null },
      { cause: 'no-space', line: 'ENOSPC' },
    ])
  })

  test('a pattern that would take for ever is answered at once, or given up', () => {
    const crash_hints = [{ pattern: '^(a+)+$', cause: 'other' as const, words: 'Slow.' }]
    expect(causes([`${'a'.repeat(1_900)}!`], { crash_hints })).toEqual([])
    expect(findLine('^(a+)+$', ['a'.repeat(2_000)])).not.toBeNull()
    expect(findLine('^(a+)+\\1b$', ['a'.repeat(60)])).toBeNull()
  })

  test('a repair is offered only where it can be done, and only to those who may do it', () => {
    const eula = ['agree to the EULA']
    const repairOf = (more: Partial<TemplateInput>, viewer = owner) =>
      causes(eula, more, {}, viewer)[0]?.repair
    expect(repairOf({})).not.toBeNull()
    expect(repairOf({}, { ...owner, mayChangeSettings: false })).toBeNull()
    expect(repairOf({ variables: [] })).toBeNull()
    const hidden = { name: 'EULA', title: '', default: 'false', visible_to: 'administrators' as const }
    expect(repairOf({ variables: [hidden] })).toBeNull()
    expect(repairOf({ variables: [hidden] }, { ...owner, isAdministrator: true })).not.toBeNull()
    const offers = (repair: object) =>
      ({
        crash_hints: [{ pattern: 'EULA', cause: 'other', words: 'x', repair }],
      }) as Partial<TemplateInput>
    expect(repairOf(offers({ do: 'use-image', label: 'Java 99' }))).toBeNull()
    expect(repairOf(offers({ do: 'set-variable', name: 'EULA', value: 'perhaps' }))).toBeNull()
    expect(repairOf(offers({ do: 'choose-port', port: 'query' }))).toBeNull()
    expect(repairOf(offers({ do: 'reinstall' }))).toEqual({ do: 'reinstall' })
    expect(repairOf(offers({ do: 'reinstall' }), { ...owner, mayUpdate: false })).toBeNull()
  })
})
