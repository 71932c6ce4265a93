import { describe, expect, test } from 'vitest'
import { readSample, sampleEgg, sampleVariable } from '../sample-egg.ts'
import { eggToTemplate } from './egg-to-template.ts'

const make = (changes: object = {}) => eggToTemplate(readSample(changes), 'sample')
const warningsOf = (changes: object) =>
  make(changes)
    .notes.filter(({ kind }) => kind === 'warning')
    .map(({ field, words }) => `${field}: ${words}`)
const withFiles = (files: object) => ({ config: { ...sampleEgg.config, files: JSON.stringify(files) } })

describe('config files', () => {
  const valuesOf = (find: object, variables: unknown[] = []) =>
    make({ ...withFiles({ 'a.txt': { parser: 'file', find } }), variables }).template.config_files[0]?.values

  test.each([
    ['file', 'lines'],
    ['properties', 'properties'],
    ['ini', 'ini'],
    ['json', 'json'],
    ['yaml', 'yaml'],
    ['yml', 'yaml'],
    ['xml', 'xml'],
    ['toml', 'toml'],
    ['YAML', 'yaml'],
  ])('the parser %s is our %s', (parser, format) => {
    const files = withFiles({ 'a.txt': { parser, find: { a: 'b' } } })
    expect(make(files).template.config_files).toEqual([
      { path: 'a.txt', format, create: true, values: [{ key: 'a', value: 'b' }] },
    ])
  })

  test.each([
    ['{{server.build.default.port}}', '{port.game}'],
    ['{{ server.allocations.default.port }}', '{port.game}'],
    ['{{server.build.default.ip}}', '{server.ip}'],
    ['{{server.allocations.default.ip}}:{{server.build.default.port}}', '{server.ip}:{port.game}'],
    ['{{server.build.memory}}', '{server.memory_mb}'],
    ['{{server.build.memory_limit}}', '{server.memory_mb}'],
    ['{{server.build.env.X}}', '{var.X}'],
    ['{{server.environment.X}}', '{var.X}'],
    ['{{env.X}}', '{var.X}'],
    ['{{env.SERVER_PORT}}', '{port.game}'],
    ['{{server.uuid}}', '{server.uuid}'],
    ['{{config.docker.interface}}', '{server.ip}'],
    ['{{server.build.no.such}}', ''],
    ['{{constructor}}', ''],
    ['plain { text }', 'plain { text }'],
  ])('%s becomes %s', (value, ours) => {
    expect(valuesOf({ a: value }, [sampleVariable('X')])).toEqual([{ key: 'a', value: ours }])
  })

  test('values on condition, also by an expression', () => {
    const find = { a: { '127.0.0.1': 'x', 'regex:^(a|b)(:\\d+)?$': '{{env.SERVER_IP}}$2' } }
    expect(valuesOf(find)).toEqual([
      { key: 'a', value: 'x', only_if: '127.0.0.1' },
      { key: 'a', value: '{server.ip}$2', only_if: 'regex:^(a|b)(:\\d+)?$' },
    ])
  })

  test('what cannot be used is left out and told, and never blocks the import', () => {
    const files = withFiles({
      '../../etc/passwd': { parser: 'file', find: { a: 'b' } },
      '/home/container/ok.ini': {
        parser: 'ini',
        find: { a: 'b', '': 'c', d: '{server.name}', e: { 'regex:(': 'f' } },
      },
      'odd.bin': { parser: 'binary', find: { a: 'b' } },
      'empty.json': { parser: 'json', find: {} },
    })
    expect(make(files).template.config_files).toEqual([
      { path: 'ok.ini', format: 'ini', create: true, values: [{ key: 'a', value: 'b' }] },
    ])
    expect(warningsOf(files)).toHaveLength(6)
  })
})
