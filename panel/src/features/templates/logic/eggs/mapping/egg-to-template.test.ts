import { problemsOf } from '@rookery/contracts/template/check-template.ts'
import { template as templateShape } from '@rookery/contracts/template.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { propertyRuns } from '../../../../../../../test-services/proof-size.ts'
import { eggVersions } from '../egg.ts'
import { collectNotes } from '../import-notes.ts'
import { readEgg } from '../reading/read-egg.ts'
import { readSample, sampleEgg, sampleVariable } from '../sample-egg.ts'
import { readyPatternOf } from './egg-ready.ts'
import { slugOf } from './egg-slug.ts'
import { stopOf } from './egg-stop.ts'
import { eggToTemplate } from './egg-to-template.ts'

const make = (changes: object = {}) => eggToTemplate(readSample(changes), 'sample')
const warningsOf = (changes: object) =>
  make(changes)
    .notes.filter(({ kind }) => kind === 'warning')
    .map(({ field, words }) => `${field}: ${words}`)
const withFiles = (files: object) => ({ config: { ...sampleEgg.config, files: JSON.stringify(files) } })

describe('an egg as a template', () => {
  test('what every egg becomes', () => {
    const { template, notes } = make()
    expect(templateShape.parse(template)).toEqual(template)
    expect(problemsOf(template)).toEqual([])
    expect(template).toMatchObject({
      slug: 'sample',
      process_managers: ['docker', 'podman'],
      container: { folder: '/home/container', images: [{ label: 'Debian', pull: true }] },
      command: { shell: `./game --port \${SERVER_PORT}` },
      variables_in_environment: true,
      environment: {
        TZ: 'UTC',
        STARTUP: './game --port {{SERVER_PORT}}',
        SERVER_MEMORY: '{server.memory_mb}',
        SERVER_IP: '{server.ip}',
        SERVER_PORT: '{port.game}',
        P_SERVER_UUID: '{server.uuid}',
        P_SERVER_LOCATION: '{node.name}',
        P_SERVER_ALLOCATION_LIMIT: '0',
      },
      install: [
        { do: 'run-script', image: 'example.com/installer:1', entrypoint: 'bash', folder: '/mnt/server' },
      ],
      ready: { pattern: 'ready' },
      stop: { method: { by: 'command', command: 'stop' } },
    })
    expect(notes.filter(({ kind }) => kind === 'warning')).toEqual([])
    expect(notes).toContainEqual({ kind: 'understood', field: 'meta.version', words: 'format PTDL_v2' })
  })

  test('a variable cannot take the name of what is always there', () => {
    const { template } = make({ variables: [sampleVariable('SERVER_PORT', '1'), sampleVariable('TZ', 'x')] })
    expect(template.variables).toEqual([])
    expect(template.environment).toMatchObject({ SERVER_PORT: '{port.game}', TZ: 'UTC' })
  })

  test('an image with a leading ~ is not pulled, one without a version is told', () => {
    const docker_images = {
      Own: '~own/image',
      Latest: 'a/b:latest',
      Bare: 'localhost:5000/a/b',
      Pinned: 'a/b:1',
    }
    expect(make({ docker_images }).template.container?.images).toEqual([
      { label: 'Own', image: 'own/image', pull: false },
      { label: 'Latest', image: 'a/b:latest', pull: true },
      { label: 'Bare', image: 'localhost:5000/a/b', pull: true },
      { label: 'Pinned', image: 'a/b:1', pull: true },
    ])
    expect(warningsOf({ docker_images })).toEqual([
      'docker_images.Latest: the image "a/b:latest" is not pinned to a version',
      'docker_images.Bare: the image "localhost:5000/a/b" is not pinned to a version',
    ])
  })

  test('the script has plain line ends; curl | sh is told', () => {
    const script = '#!/bin/bash\r\ncurl -s https://example.com/x | bash\r\n'
    const scripts = { installation: { ...sampleEgg.scripts.installation, script } }
    expect(make({ scripts }).template.install).toMatchObject([{ script: script.replaceAll('\r', '') }])
    expect(warningsOf({ scripts })).toEqual([
      'scripts.installation: runs a script straight from the internet (curl | sh)',
    ])
  })

  test('a variable that nobody defines is told, in the command and in a file', () => {
    expect(warningsOf({ startup: './game {{NOPE}} {{HOME}}' })).toEqual([
      'startup: {{NOPE}} is not defined by the egg and stays empty',
    ])
    const files = withFiles({ 'a.ini': { parser: 'ini', find: { 'a.b': '-{{env.NOPE}}-' } } })
    expect(make(files).template.config_files[0]?.values).toEqual([{ key: 'a.b', value: '--' }])
    expect(warningsOf(files)).toEqual(['config.files.a.ini.a.b: {{env.NOPE}} is not known and stays empty'])
  })

  test('a value that bash would calculate with is told, unless its rules let only numbers in', () => {
    const variables = [sampleVariable('A', '1', 'required|integer'), sampleVariable('B', '1')]
    expect(warningsOf({ variables, startup: './game $(({{A}}*1000)) $(({{B}}*1000))' })).toEqual([
      'startup: the value of B is itself read as a command or a calculation',
    ])
  })

  test('features become hints', () => {
    const features = ['eula', 'java_version', 'pid_limit', 'steam_disk_space', 'gsl_token', 'new_thing']
    const docker_images = { 'Java 8': 'a:java_8', 'Java 21': 'a:java_21', 'Java 17': 'a:java_17' }
    const { template } = make({ features, docker_images })
    expect(problemsOf(template)).toEqual([])
    expect(template.crash_hints.map(({ cause, repair }) => [cause, repair?.do])).toEqual([
      ['eula', 'set-variable'],
      ['wrong-java', 'use-image'],
      ['other', undefined],
      ['no-space', 'update'],
      ['wrong-setting', undefined],
    ])
    expect(template.crash_hints[1]?.repair).toEqual({ do: 'use-image', label: 'Java 21' })
    expect(template.config_files).toMatchObject([
      { path: 'eula.txt', values: [{ key: 'eula', value: '{var.EULA}' }] },
    ])
    expect(warningsOf({ features })).toEqual([
      'features.new_thing: the feature "new_thing" is not known and does nothing here',
    ])
  })
})

describe('stop and ready', () => {
  test.each([
    ['stop', { by: 'command', command: 'stop' }],
    ['/quit', { by: 'command', command: '/quit' }],
    ['^C', { by: 'signal', signal: 'SIGINT' }],
    ['^c', { by: 'signal', signal: 'SIGINT' }],
    ['^^C', { by: 'signal', signal: 'SIGINT' }],
    ['^SIGINT', { by: 'signal', signal: 'SIGINT' }],
    ['^SIGTERM', { by: 'signal', signal: 'SIGTERM' }],
    ['^SIGKILL', { by: 'signal', signal: 'SIGTERM' }],
    ['^toString', { by: 'signal', signal: 'SIGINT' }],
    ['', { by: 'signal', signal: 'SIGTERM' }],
  ])('stop %s', (stop, method) => {
    expect(stopOf(stop, collectNotes())).toEqual(method)
  })

  test.each([
    [['Server started'], 'Server started'],
    [[')! For help, type '], '/\\)! For help, type /'],
    [['a', 'b.c'], '/(?:a)|(?:b\\.c)/'],
    [['regex:^Done \\d+'], '/^Done \\d+/'],
    [['regex:(?i)ready'], '/(?i:ready)/'],
    [['regex:(', 'fine'], '/fine/'],
    [['regex:('], null],
    [['n\u001b[?25h\u001b[?25lo\u001b[Kw'], 'now'],
    [[], null],
  ])('ready when %j', (done, pattern) => {
    expect(readyPatternOf(done, collectNotes())).toBe(pattern)
  })
})

test.each([
  ['Counter-Strike: Source', [], 'counter-strike-source'],
  ['Garry’s Mod', ['garrys-mod'], 'garrys-mod-2'],
  ['Ärger & Söhne', [], 'arger-sohne'],
  ['日本', ['egg', 'egg-2'], 'egg-3'],
  ['x'.repeat(80), ['x'.repeat(64)], `${'x'.repeat(62)}-2`],
])('the slug of %s beside %j is %s', (name, taken, slug) => {
  expect(slugOf(name, one => taken.includes(one))).toBe(slug)
})

test('whatever can be read as an egg becomes a template that passes every check', () => {
  const anything = fc.jsonValue({ maxDepth: 3 })
  const word = fc.constantFrom(
    '{{env.X}}',
    '{server.name}',
    'regex:(',
    '^C',
    '{{',
    "'",
    '__proto__',
    'PORT',
    'X',
    '27015',
  )
  const text = fc.oneof(
    fc.string(),
    fc.array(word, { maxLength: 4 }).map(words => words.join('')),
  )
  const variable = fc.record({
    env_variable: text,
    default_value: text,
    rules: fc.oneof(text, fc.array(text)),
  })
  const file = fc.record({
    parser: fc.constantFrom('file', 'json', 'x'),
    find: fc.dictionary(text, fc.oneof(text, fc.dictionary(text, text), anything)),
  })
  const changed = fc.record(
    {
      startup: text,
      features: fc.array(text),
      variables: fc.array(variable),
      config: fc.record({
        files: fc.dictionary(text, file),
        startup: fc.record({ done: fc.oneof(text, fc.array(text)) }),
        stop: text,
      }),
      docker_images: fc.dictionary(text, text),
      scripts: anything,
      name: text,
    },
    { requiredKeys: [] },
  )
  fc.assert(
    fc.property(changed, fc.constantFrom(...eggVersions), (changes, version) => {
      const read = readEgg(JSON.stringify({ ...sampleEgg, ...changes, meta: { version } }))
      if ('problem' in read) return
      const { template } = eggToTemplate(read.egg, 'sample')
      expect(templateShape.parse(template)).toEqual(template)
      // A command that says `{server.name}` means something else than we do: that import is refused with a reason.
      expect(problemsOf(template).filter(({ message }) => !message.includes('is not filled here'))).toEqual(
        [],
      )
    }),
    propertyRuns(500),
  )
})
