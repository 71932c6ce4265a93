// Whatever an egg holds: it becomes a template that can be used, and the same one after export and import.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { sampleEgg, sampleVariable } from '../../panel/src/features/templates/logic/eggs/sample-egg.ts'
import { propertyRuns } from '../../test-services/proof-size.ts'
import { eggs } from '../tasks/eggs.ts'
import { oddEgg } from './odd-eggs.ts'
import { tryEgg } from './try-egg.ts'

const config = (files: object) => ({ ...sampleEgg.config, files: JSON.stringify(files) })
const problemsOf = (changes: object) => tryEgg(JSON.stringify({ ...sampleEgg, ...changes })).problems

/** `ODD_EGGS=20000` looks further, each time elsewhere. */
const more = process.env.ODD_EGGS
const options = more ? { numRuns: Number(more) } : propertyRuns(100)

test('any odd egg of any version passes, as JSON and as YAML', () => {
  fc.assert(
    fc.property(oddEgg, text => {
      expect(tryEgg(text, { runShell: false })).toMatchObject({ isEgg: true, problems: [] })
    }),
    options,
  )
})

test('variables of which only some have a place in the order keep their order', () => {
  const variables = [
    { ...sampleVariable('FIRST'), sort: 5 },
    { ...sampleVariable('SECOND'), sort: null },
    { ...sampleVariable('THIRD'), sort: 1 },
  ]
  expect(problemsOf({ variables })).toEqual([])
})

test('a script with many brackets on a line, or very many lines, is not nested deeply', () => {
  const install = (script: string) => ({ installation: { ...sampleEgg.scripts.installation, script } })
  expect(problemsOf({ scripts: install(`echo '${'[{'.repeat(80)}'`) })).toEqual([])
  expect(problemsOf({ scripts: install(`${'- '.repeat(80)}\n${'echo a, b\n'.repeat(30_000)}`) })).toEqual([])
  expect(problemsOf({ scripts: install('\n \necho a text that changes in a block of YAML') })).toEqual([])
})

test('a value of several lines in a file of lines is taken', () => {
  const find = { 'name=': 'name={{server.build.env.NAME}}\r\nport={{server.build.default.port}}\n' }
  const files = { 'server.cfg': { parser: 'file', find } }
  expect(problemsOf({ config: config(files), variables: [sampleVariable('NAME', 'a')] })).toEqual([])
})

test('keys of an ini file in brackets with dots are taken', () => {
  const find = { 'General.[scum.ServerName]': 'x', '[a.b].[c.d]': 'y', '[e.f]': 'z' }
  expect(problemsOf({ config: config({ 'a.ini': { parser: 'ini', find } }) })).toEqual([])
})

test('text that only looks like a placeholder is a text: unclosed, nested, or in a default', () => {
  const find = {
    'a.b': { '': { c: { d: '{{server.build.env.NAME}}' } } },
    'e.f': '{{server.build.env.NAME}',
    'g.h': '{{server.build.env.NAME}}',
    'i.j': '{{{NAME}}}',
  }
  const variables = [sampleVariable('NAME', '{{SERVER_PORT}} {server.name}')]
  for (const parser of ['toml', 'ini'])
    expect(problemsOf({ config: config({ file: { parser, find } }), variables })).toEqual([])
})

test('the usual one of several commands is exported, wherever it stands', () => {
  const startup_commands = { Other: './other', Default: './usual' }
  expect(problemsOf({ meta: { version: 'PLCN_v3' }, startup: undefined, startup_commands })).toEqual([])
})

test('braces of another kind in a command stay text for the shell', () => {
  const startup =
    './game {server.name} "{var.NAME}" \'{port.game}\' \\{server.ip} \\{{SERVER_PORT}} # {{NAME}}'
  expect(problemsOf({ startup })).toEqual([])
})

test('a file that is something else is named and not counted; a broken egg is', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'rookery-eggs-'))
  const lines: string[] = []
  const log = vi.spyOn(console, 'log').mockImplementation(line => lines.push(String(line)))
  try {
    writeFileSync(join(folder, 'egg.json'), JSON.stringify(sampleEgg))
    writeFileSync(join(folder, 'package.json'), '{"name":"x","version":"1.0.0"}')
    writeFileSync(join(folder, 'list.json'), '[1, 2]')
    writeFileSync(join(folder, 'other.json'), '{"meta":{"version":2},"name":"x"}')
    writeFileSync(join(folder, 'chart.yaml'), 'a: {{ .Values.x }}\n  - [')
    expect(await eggs(folder, [folder])).toBe(0)
    expect(lines).toContain('1 of 1 eggs passed (PTDL_v2 1)')
    for (const name of ['package.json', 'list.json', 'other.json', 'chart.yaml'])
      expect(lines).toContain(`${name}: not an egg`)
    writeFileSync(join(folder, 'broken.json'), '{"meta":{"version":"PTDL_v2"},"name":"x"')
    expect(await eggs(folder, [folder])).toBe(1)
    expect(lines).toContain('1 of 2 eggs passed (PTDL_v2 1)')
  } finally {
    log.mockRestore()
    rmSync(folder, { recursive: true })
  }
})
