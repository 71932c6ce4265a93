// Tests of where the cursor is in a template that is being typed; `^` marks it.

import { expect, test } from 'vitest'
import { yamlPlaceAt } from './yaml-place.ts'

function placeIn(marked: string) {
  const offset = marked.indexOf('^')
  const text = marked.slice(0, offset) + marked.slice(offset + 1)
  const place = yamlPlaceAt(text, offset)
  return place && { path: place.path.join('.'), kind: place.kind, typed: place.typed }
}

test('a key at the top, and one below a key', () => {
  expect(placeIn('slug: a\nna^\n')).toEqual({ path: '', kind: 'key', typed: 'na' })
  expect(placeIn('ports:\n  ga^')).toEqual({ path: 'ports', kind: 'key', typed: 'ga' })
  expect(placeIn('ports:\n  game: { protocol: tcp }\nstop:\n  method:\n    b^')).toEqual({
    path: 'stop.method',
    kind: 'key',
    typed: 'b',
  })
})

test('a value belongs to the key before it', () => {
  expect(placeIn('stop:\n  method:\n    by: si^')).toEqual({
    path: 'stop.method.by',
    kind: 'value',
    typed: 'si',
  })
  expect(placeIn('slug: ^')).toEqual({ path: 'slug', kind: 'value', typed: '' })
})

test('entries of a list are counted, also where the list is not indented', () => {
  const list = 'variables:\n  - name: A\n    title: A\n  - name: B\n    def^'
  expect(placeIn(list)).toEqual({ path: 'variables.1', kind: 'key', typed: 'def' })
  expect(placeIn('install:\n- do: unpack\n  from: a\n- do: down^')).toEqual({
    path: 'install.1.do',
    kind: 'value',
    typed: 'down',
  })
  expect(placeIn('install:\n  - ^')).toEqual({ path: 'install.0', kind: 'key', typed: '' })
  expect(placeIn('container:\n  images:\n    - label: x\n      image: y\n  fol^')).toEqual({
    path: 'container',
    kind: 'key',
    typed: 'fol',
  })
})

test('maps and lists on one line', () => {
  expect(placeIn('ports:\n  game: { protocol: ud^')).toEqual({
    path: 'ports.game.protocol',
    kind: 'value',
    typed: 'ud',
  })
  expect(placeIn('ports:\n  game: { protocol: udp, de^ }')).toEqual({
    path: 'ports.game',
    kind: 'key',
    typed: 'de',
  })
  expect(placeIn('process_managers: [process, do^]')).toEqual({
    path: 'process_managers.1',
    kind: 'value',
    typed: 'do',
  })
  expect(placeIn('stop:\n  method: { by: signal, signal: ^ }')).toEqual({
    path: 'stop.method.signal',
    kind: 'value',
    typed: '',
  })
})

test('what stands beside it is known, before and after', () => {
  const text = 'install:\n  - do: download\n    u\n    to: a.zip\n  - do: unpack\n'
  expect(yamlPlaceAt(text, text.indexOf('    u') + 5)?.siblings).toEqual({ do: 'download', to: 'a.zip' })
})

test('nothing in comments, in blocks of text and in JSON', () => {
  expect(placeIn('# sl^')).toBeNull()
  expect(placeIn('install:\n  - do: run-script\n    script: |\n      ec^')).toBeNull()
  expect(placeIn('{ "slug": "^" }')).toBeNull()
  expect(placeIn('description: some text\n\nfree text he^')).toBeNull()
})
