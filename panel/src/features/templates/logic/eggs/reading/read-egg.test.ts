import { readFieldProblem } from '@rookery/contracts/field-problems.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { stringify } from 'yaml'
import { propertyRuns } from '../../../../../../../test-services/proof-size.ts'
import { eggLimitBytes, eggVersions } from '../egg.ts'
import { readSample, sampleEgg, sampleVariable } from '../sample-egg.ts'
import { readEgg } from './read-egg.ts'
import { splitRules } from './rule-list.ts'

const problemOf = (text: string) => {
  const read = readEgg(text)
  return 'problem' in read ? read.problem : null
}

const pelican = {
  ...sampleEgg,
  meta: { version: 'PLCN_v3' },
  uuid: '5da37ef6-58da-4169-90a6-e683e1721247',
  startup: undefined,
  startup_commands: { Default: './game --port {{SERVER_PORT}}', Other: './other' },
  tags: ['fun'],
  image: 'data:image/png;base64,AA==',
  config: {
    files: {
      'a.yml': { parser: 'yml', find: { 'servers.*.address': { localhost: '{{env.X}}' }, n: 3, b: true } },
    },
    startup: { done: ['one', 'regex:t.o'] },
    stop: '^C',
  },
  variables: [sampleVariable('X', 'x', ['required', 'regex:/^(a|b)$/'])],
}

describe('reading an egg', () => {
  test.each(eggVersions)('%s is read, as JSON and as YAML', version => {
    const egg = { ...(version === 'PLCN_v3' ? pelican : sampleEgg), meta: { version } }
    for (const text of [JSON.stringify(egg), stringify(egg), `\uFEFF${JSON.stringify(egg)}`]) {
      const read = readEgg(text)
      expect(read).toMatchObject({
        egg: { version, name: 'Sample', images: [{ label: 'Debian' }] },
        warnings: [],
      })
    }
  })

  test('PTDL_v1 has its images as a list or as one', () => {
    const without = { meta: { version: 'PTDL_v1' }, docker_images: undefined }
    expect(readSample({ ...without, images: ['a:1', 'b:1'] }).images).toEqual([
      { label: 'a:1', image: 'a:1' },
      { label: 'b:1', image: 'b:1' },
    ])
    expect(readSample({ ...without, image: 'a:1' }).images).toEqual([{ label: 'a:1', image: 'a:1' }])
  })

  test('PLCN_v3 has commands by label, objects for texts and lists of rules', () => {
    expect(readSample(pelican)).toMatchObject({
      uuid: pelican.uuid,
      tags: ['fun'],
      icon: pelican.image,
      startups: [{ label: 'Default' }, { label: 'Other', command: './other' }],
      done: ['one', 'regex:t.o'],
      stop: '^C',
      configFiles: [
        {
          path: 'a.yml',
          parser: 'yml',
          values: [
            { match: 'servers.*.address', value: '{{env.X}}', onlyIf: 'localhost' },
            { match: 'n', value: '3', onlyIf: null },
            { match: 'b', value: 'true', onlyIf: null },
          ],
        },
      ],
      variables: [{ environmentName: 'X', rules: ['required', 'regex:/^(a|b)$/'] }],
    })
  })

  test.each([
    ['broken JSON', '{\n "meta": {\n "version" "PTDL_v2" }\n}', 'not valid JSON: line 3'],
    ['JSON that ends early', '{\n "meta": {\n', 'not valid JSON: line 3'],
    ['broken YAML', 'meta:\n  version: PLCN_v3\n bad: [1\n', 'not valid YAML: line'],
    [
      'a YAML bomb',
      `a: &a [x, x, x, x, x]\nb: &b [*a, *a, *a, *a, *a]\nc: &c [*b, *b, *b, *b, *b]\nd: [*c, *c, *c, *c]`,
      'aliases',
    ],
    ['deep YAML', `a: ${'['.repeat(10_000)}`, 'nested too deeply'],
    ['long YAML', '- a\n'.repeat(500_000), 'at most 20000 lines'],
    ['a long list in YAML', `a: [${'b,'.repeat(900_000)}]`, 'at most 20000 lines'],
    ['deep JSON', '['.repeat(200_000), 'not'],
    [
      'a deep value',
      `{"meta":{"version":"PLCN_v3"},"config":{"files":{"a":{"find":{"b":${'['.repeat(50_000)}${']'.repeat(50_000)}}}}}}`,
      'nested too deeply',
    ],
    ['nothing', '  \n', 'empty'],
    ['a list', '[1]', 'not an egg'],
    ['a text', 'hello', 'not an egg'],
    [
      'no version',
      '{"name":"x"}',
      'meta.version is missing; known are PTDL_v1, PTDL_v2, PLCN_v1, PLCN_v2, PLCN_v3',
    ],
    ['an unknown version', '{"meta":{"version":"PTDL_v9"}}', '"PTDL_v9" is not known; known are PTDL_v1'],
    ['a huge text', `{"a":"${'x'.repeat(eggLimitBytes)}"}`, 'larger than 2 MiB'],
  ])('%s is refused with a reason', (_, text, message) => {
    expect(problemOf(text)).toContain(message)
    expect(readFieldProblem(problemOf(text) ?? ''), 'the interface has a text for it').not.toBeNull()
  })

  test.each([
    ['name', { name: ' ' }, 'no name'],
    ['startup', { startup: '' }, 'no startup'],
    ['image', { docker_images: {} }, 'no container image'],
    [
      'reasonable number of images',
      { docker_images: Array.from({ length: 2_000 }, (_, n) => `a:${n}`) },
      'more than 500',
    ],
    [
      'reasonable number of rules',
      { variables: [sampleVariable('A', 'x', 'integer|'.repeat(200_000))] },
      'more than 50 rules',
    ],
    ['short name', { name: 'x'.repeat(300) }, 'longer than 191'],
    ['short command', { startup: 'x'.repeat(40_000) }, 'longer than 8000'],
  ])('an egg without a %s is refused', (_, changes, message) => {
    const problem = problemOf(JSON.stringify({ ...sampleEgg, ...changes }))
    expect(problem).toContain(message)
    expect(readFieldProblem(problem ?? ''), 'the interface has a text for it').not.toBeNull()
  })

  test('broken JSON inside of the egg is a warning', () => {
    const config = { ...sampleEgg.config, files: '{"a": ' }
    expect(readEgg(JSON.stringify({ ...sampleEgg, config }))).toMatchObject({
      egg: { configFiles: [] },
      warnings: [{ field: 'config.files' }],
    })
  })

  test('T-101 keys such as __proto__ are names like any other', () => {
    const files = '{"__proto__":{"parser":"json","find":{"__proto__":{"polluted":"yes"},"constructor":"x"}}}'
    const text = JSON.stringify({ ...sampleEgg, config: { ...sampleEgg.config, files } })
    for (const written of [text.replace('"meta"', '"__proto__":{"polluted":1},"meta"'), text]) {
      expect(readEgg(written)).toMatchObject({ egg: { configFiles: [{ path: '__proto__' }] } })
    }
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
  })

  test('any JSON at all is an egg or is refused with a reason, and never crashes', () => {
    const refused = (value: unknown) => {
      const read = readEgg(JSON.stringify(value) ?? '')
      return 'egg' in read || read.problem.length > 0
    }
    fc.assert(fc.property(fc.jsonValue(), refused))
    const field = fc.constantFrom(...Object.keys(pelican))
    const changed = fc.dictionary(field, fc.jsonValue({ maxDepth: 4 }), { maxKeys: 6 })
    const version = fc.constantFrom(...eggVersions)
    fc.assert(
      fc.property(changed, version, (changes, known) =>
        refused({ ...pelican, ...changes, meta: { version: known } }),
      ),
      propertyRuns(500),
    )
    fc.assert(fc.property(fc.string(), text => refused(text) && typeof (problemOf(text) ?? '') === 'string'))
  })
})

describe('rules', () => {
  test.each([
    ['required|string|max:20', ['required', 'string', 'max:20']],
    ['required|regex:/^(a|b)$/|max:3', ['required', 'regex:/^(a|b)$/', 'max:3']],
    ['regex:/a|b|c/i|nullable', ['regex:/a|b|c/i', 'nullable']],
    ['required|regex:#^x\\#|y#', ['required', 'regex:#^x\\#|y#']],
    ['not_regex:/x|y/', ['not_regex:/x|y/']],
    ['regex:/never closed|max:3', ['regex:/never closed', 'max:3']],
    ['required||string|', ['required', 'string']],
    ['', []],
  ])('%s', (text, rules) => {
    expect(splitRules(text)).toEqual(rules)
  })
})
