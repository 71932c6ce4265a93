// JSON files with and without comments: types, order and every untouched byte stay.

import fc from 'fast-check'
import { type ParseError, parse } from 'jsonc-parser'
import { describe, expect, test } from 'vitest'
import { propertyRuns } from '../../../../../../test-services/proof-size.ts'
import { addOne, nastyValue, setOne } from '../../test/edited-file.ts'
import { editJson } from './edit-json.ts'

const gap = fc.constantFrom('', ' ', '\n  ', '\r\n\t', ' /* "port": 1 */ ', ' // "port": 2\n')
const plainGap = fc.constantFrom('', ' ', '\n  ', '\r\n\t')
const other = fc.constantFrom(
  '"name": "x"',
  '"deep": {"port": [1, {"a": null}]}',
  '"a.b": true',
  '"_comment": "\\"port\\": 5"',
)
const written = fc.constantFrom('25565', '"text"', 'true', 'null', '-1.5e3', '"\\u00fc\\n"')

const sampleWith = (space: typeof gap) =>
  fc
    .record({
      before: fc.array(other),
      after: fc.array(other),
      written,
      spaces: fc.array(space, { minLength: 4, maxLength: 4 }),
    })
    .map(({ before, after, written, spaces: [a = '', b = '', c = '', d = ''] }) => ({
      before: `{${before.map(text => `${a}${text},`).join('')}${b}"port"${a}:${c}`,
      written,
      after: `${d}${after.map(text => `,${a}${text}`).join('')}${b}}\n`,
      key: 'port',
    }))

function read(text: string): Record<string, unknown> {
  const errors: ParseError[] = []
  const result: unknown = parse(text, errors, { allowTrailingComma: true })
  expect(errors).toEqual([])
  return result as Record<string, unknown>
}

describe('json', () => {
  test('a set value leaves every other byte and keeps its type', () => {
    fc.assert(
      fc.property(sampleWith(gap), nastyValue, (file, value) => {
        const replaced = setOne('json', file, value)
        const old = read(file.before + file.written + file.after)
        if (replaced === null) {
          expect(value).toBe('')
          return
        }
        const { port, ...others } = read(file.before + replaced + file.after)
        const { port: oldPort, ...oldOthers } = old
        expect(others).toEqual(oldOthers)
        const allowed = typeof oldPort === 'boolean' && value === '1' ? [value, 'true'] : [value]
        if (typeof port === 'number') expect(port).toBe(Number(value))
        else expect(allowed).toContain(String(port))
        if (typeof oldPort === 'string') expect(port).toBe(value)
      }),
      propertyRuns(500),
    )
  })

  test('plain JSON stays plain JSON, for a set and for an added key', () => {
    fc.assert(
      fc.property(sampleWith(plainGap), nastyValue, (file, value) => {
        const text = file.before + file.written + file.after
        expect(Object.keys(JSON.parse(text) as object)).toContain('port')
        for (const key of ['fresh', 'fresh.list[0].of', 'deep.fresh', 'a.b']) {
          const edited = addOrSet(text, key, value)
          if (edited !== null) JSON.parse(edited)
        }
      }),
      propertyRuns(200),
    )
  })

  test('an added key takes nothing away, comments included', () => {
    fc.assert(
      fc.property(sampleWith(gap), nastyValue, (file, value) => {
        const text = file.before + file.written + file.after
        const edited = addOne('json', text, 'fresh.key', value)
        expect(String((read(edited ?? '') as { fresh: { key: unknown } }).fresh.key)).toBe(value)
      }),
      propertyRuns(300),
    )
  })

  test('style and types of what is added', () => {
    const set = (text: string, key: string, value: string) => editJson(text, [{ key, value }])
    expect(set('{\n    "a": 1 // one\n}\n', 'b', 'true').text).toBe(
      '{\n    "a": 1, // one\n    "b": true\n}\n',
    )
    expect(set('{"a": 1}', 'b', '007').text).toBe('{"a": 1, "b": "007"}')
    expect(set('{\n  "a": [\n  ],\n}', 'b', 'x').text).toBe('{\n  "a": [\n  ],\n  "b": "x"\n}')
    expect(set('{ // nothing yet\n}', 'a', '1').text).toBe('{ // nothing yet\n  "a": 1\n}')
    expect(set('', 'a.b[0]', '76561198000000000').text).toContain('"76561198000000000"')
    expect(set('{"a": 5}', 'a', '').warnings).toEqual([expect.stringContaining('empty')])
    expect(set('{"a": {}}', 'a', '1').warnings).toEqual([expect.stringContaining('section')])
    expect(set('{"a": [1]}', 'a[5]', '1').warnings).toEqual([expect.stringContaining('only 1')])
    expect(set('{"a": ', 'a', '1')).toMatchObject({
      text: '{"a": ',
      warnings: [expect.stringContaining('JSON')],
    })
    expect(set('{"a.b": 1}', 'a~1b', '2').text).toBe('{"a.b": 2}')
    expect(set('{}', 'x~1y', '2').text).toContain('"x.y": 2')
    expect(set('[{"a":1},{"a":2},3]', '*.a', '5').text).toBe('[{"a":5},{"a":5},3]')
  })
})

function addOrSet(text: string, key: string, value: string): string | null {
  const { text: edited, warnings } = editJson(text, [{ key, value }])
  return warnings.length > 0 ? null : edited
}
