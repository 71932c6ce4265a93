// Tests of what the editor of templates offers; `^` marks the cursor.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { processorMsOf } from '../../../../../../test-services/processor-time.ts'
import { templateCompletionsAt } from './template-completions.ts'
import { definedNames } from './yaml-place.ts'

function offered(marked: string): string[] {
  const offset = marked.indexOf('^')
  const text = marked.slice(0, offset) + marked.slice(offset + 1)
  return templateCompletionsAt(text, offset)?.options.map(({ label }) => label) ?? []
}

test('keys of the place, without those that are there', () => {
  const top = offered('slug: a\nna^')
  expect(top).toContain('name')
  expect(top).toContain('crash_hints')
  expect(top).not.toContain('slug')
  expect(offered('slug: a\nports:\n  ^')).toEqual(['game', 'query', 'rcon'])
  expect(offered('variables:\n  - name: A\n    ^')).toEqual(
    expect.arrayContaining(['title', 'default', 'rules', 'editable_by']),
  )
})

test('what must be there is marked, and a key says what it takes', () => {
  const options = templateCompletionsAt('ports:\n  game: { ', 17)?.options
  expect(options).toEqual([
    { label: 'protocol', detail: 'tcp | udp | both', apply: 'protocol: ', kind: 'key', isRequired: true },
    { label: 'default', takes: 'number', apply: 'default: ', kind: 'key', isRequired: true },
  ])
})

test('values of choices, on lines of their own and in brackets', () => {
  expect(offered('ports:\n  game: { protocol: ^')).toEqual(['tcp', 'udp', 'both'])
  expect(offered('process_managers: [process, ^]')).toEqual(['process', 'docker', 'podman', 'systemd'])
  expect(offered('process_managers:\n  - ^')).toEqual(['process', 'docker', 'podman', 'systemd'])
  expect(offered('container:\n  read_only_root: ^')).toEqual(['true', 'false'])
  expect(offered('stop:\n  method: { by: ^')).toEqual(['command', 'signal'])
})

test('a step offers what this kind of step has', () => {
  expect(offered('install:\n  - do: ^')).toEqual(expect.arrayContaining(['download', 'unpack', 'steam-app']))
  expect(offered('install:\n  - do: download\n    ^')).toEqual(['url', 'to', 'checksum', 'words'])
  expect(offered('stop:\n  method: { by: signal, ^')).toEqual(['signal'])
})

test('names that the text defines: variables, ports, what a step finds', () => {
  const text = `ports:
  game: { protocol: tcp, default: 1 }
  rcon: { protocol: tcp, default: 2 }
variables:
  - name: PLAYERS
    title: Players
  - { name: MAP, title: Map }
install:
  - do: read-json
    name: version
extra_ports:
  - name: voice
    variable: `
  expect(definedNames(text)).toEqual({
    variables: ['PLAYERS', 'MAP'],
    ports: ['game', 'rcon', 'voice'],
    found: ['version'],
  })
  expect(offered(`${text}^`)).toEqual(['PLAYERS', 'MAP'])
  const placeholders = offered(`${text}X\ncommand: [./game, '{var.^']`)
  expect(placeholders).toEqual(expect.arrayContaining(['var.PLAYERS', 'port.voice', 'found.version']))
  expect(offered(`${text}X\ncommand: [./game, {var.^`)).not.toContain('var.PLAYERS')
})

test('rules of variables are offered by name', () => {
  expect(offered('variables:\n  - name: A\n    rules: [required, ^]')).toContain('between')
})

test('every place of every shipped template is answered in little time', () => {
  const paper = readFileSync(
    join(import.meta.dirname, '../../../../../../templates/minecraft-paper.yaml'),
    'utf8',
  )
  const tookMs = processorMsOf(() => {
    for (let offset = 0; offset < paper.length; offset += 7) templateCompletionsAt(paper, offset)
  })
  expect(tookMs / (paper.length / 7)).toBeLessThan(100)
})
