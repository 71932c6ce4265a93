import { template } from '@rookery/contracts/template.ts'
import { expect, test } from 'vitest'
import english from '../../../../texts/en/template-reference.json' with { type: 'json' }
import { exampleOf, isReadable, referenceExample } from './reference-example.ts'
import { foundEntries, referencePathAt, templateReference, textKeyOf } from './template-reference.ts'

const entries = templateReference()
const meanings: Readonly<Record<string, string>> = english.templateReference
const entry = (path: string) => entries.find(each => each.path === path)

test('every key of the schema has a meaning and an example, and no meaning is left over', () => {
  expect(entries.length).toBeGreaterThan(100)
  const keys = new Set(entries.map(({ path }) => textKeyOf(path)))
  expect([...keys].toSorted()).toEqual(Object.keys(meanings).toSorted())
  for (const { path } of entries) {
    const example = exampleOf(path)
    expect(example, path).not.toBeNull()
    expect(isReadable(example ?? ''), path).toBe(true)
    expect(example, path).toContain(`${path.split('.').at(-1)}:`)
  }
})

test('the examples are of a template that passes the check', () => {
  expect(template.safeParse(referenceExample).error?.issues ?? []).toEqual([])
})

test('says what a key takes, whether it is needed, its usual value, and in which steps it stands', () => {
  expect(entry('slug')).toMatchObject({ takes: 'text', isRequired: true, usual: null, beside: [] })
  expect(entry('stop.grace_ms')).toMatchObject({ takes: 'number', isRequired: false, usual: '10000' })
  expect(entry('ports.game.protocol')).toMatchObject({ detail: 'tcp | udp | both' })
  expect(entry('install.checksum')).toMatchObject({ beside: ['do: download'], isRequired: false })
  expect(entry('install.do')?.detail).toContain('download')
  expect(entry('update.do')).toBeUndefined()
})

const text = `slug: tiny
ports:
  game: { protocol: tcp, default: 27700 }
install:
  - do: download
    url: https://example.com
    # a note
update:
  - do: delete
    path: cache
ready:
  pattern: Listening
`
const at = (mark: string, more = 0) => referencePathAt(text, text.indexOf(mark) + more, entries)

test('follows the cursor to the key of its line, also inside of brackets and in steps of an update', () => {
  expect(at('tiny')).toBe('slug')
  expect(at('slug', 2)).toBe('slug')
  expect(at('tcp')).toBe('ports.game.protocol')
  expect(at('https', 4)).toBe('install.url')
  expect(at('cache')).toBe('install.path')
  expect(at('pattern', 3)).toBe('ready.pattern')
  expect(at('# a note', 4)).toBeNull()
})

test('is searched by key and by meaning', () => {
  const paths = (search: string) =>
    foundEntries(entries, path => meanings[textKeyOf(path)] ?? '', search).map(({ path }) => path)
  expect(paths('GRACE')).toEqual(expect.arrayContaining(['ready.grace_ms', 'stop.grace_ms']))
  expect(paths('gitignore')).toContain('protected_files')
  expect(paths('')).toHaveLength(entries.length)
  expect(paths('no such thing at all')).toEqual([])
})
