// YAML files: quotes, indentation, comments and every untouched byte stay; any reader finds the value.

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { propertyRuns } from '../../../../../../test-services/proof-size.ts'
import { addOne, nastyValue, setOne } from '../../test/edited-file.ts'
import { editYaml } from './edit-yaml.ts'

const written = fc.constantFrom(
  '25565',
  "'single'",
  '"double"',
  'plain text',
  'true',
  'yes',
  '1.50',
  'null',
  '{}',
  '|\n    block\n    text',
  '>- # why\n    folded',
)
const comment = fc.constantFrom('', '  # comment', ' # port: 1')
const otherLine = fc.constantFrom(
  '# port: 5',
  '',
  "name: 'x' # n",
  'list: [a, {port: 1}]',
  'text: |\n  port: 1\n',
  'z:\n  - port: 3',
)
const block = fc.uniqueArray(otherLine).map(all => all.map(text => `${text}\n`).join(''))
const sample = fc.record({ top: block, written, comment, isLast: fc.boolean() }).map(parts => {
  const isBlock = /^[|>]/.test(parts.written)
  return {
    before: `${parts.top}server:\n  # own\n  host: 0.0.0.0:1\n  port: `,
    written: parts.written,
    after: `${isBlock ? '' : parts.comment}\n${parts.isLast ? '' : '  zone: "x"\nlast: [1, 2] # end\n'}`,
    key: 'server.port',
  }
})

const read = (text: string) => parse(text, { uniqueKeys: false }) as { server: Record<string, unknown> }
const asOldYaml = (text: string) =>
  parse(text, { version: '1.1', uniqueKeys: false }) as { server: Record<string, unknown> }

describe('yaml', () => {
  test('a set value leaves every other byte, and YAML 1.1 and 1.2 read it as it was given', () => {
    fc.assert(
      fc.property(sample, nastyValue, (file, value) => {
        const replaced = setOne('yaml', file, value)
        if (replaced === null) {
          expect(['{}', '25565', '1.50', 'true']).toContain(file.written)
          return
        }
        const text = file.before + replaced + file.after
        for (const reader of [read, asOldYaml]) {
          const { server, ...others } = reader(text)
          const { server: oldServer, ...oldOthers } = reader(file.before + file.written + file.after)
          expect(others).toEqual(oldOthers)
          expect({ ...server, port: 0 }).toEqual({ ...oldServer, port: 0 })
          if (typeof server.port === 'string') expect(server.port).toBe(value.toWellFormed())
          if (/^['"]/.test(file.written)) expect(server.port).toBe(value.toWellFormed())
        }
      }),
      propertyRuns(300),
    )
  })

  test('an added key takes nothing away and is found by a reader', () => {
    fc.assert(
      fc.property(sample, nastyValue, fc.boolean(), (file, value, isWindows) => {
        const plain = file.before + file.written + file.after
        const text = isWindows ? plain.replaceAll('\n', '\r\n') : plain
        for (const key of ['server.fresh', 'fresh.list[0].key', 'fresh']) {
          const edited = addOne('yaml', text, key, value)
          const { server, fresh } = read(edited ?? '') as {
            server: { fresh?: unknown }
            fresh?: { list: { key: unknown }[] }
          }
          const found = key === 'server.fresh' ? server.fresh : key === 'fresh' ? fresh : fresh?.list[0]?.key
          expect(String(found)).toBe(value.toWellFormed())
          if (isWindows) expect(edited?.replaceAll('\r\n', '')).not.toContain('\n')
        }
      }),
      propertyRuns(100),
    )
  })

  test('style and types', () => {
    const set = (text: string, key: string, value: string) => editYaml(text, [{ key, value }]).text
    expect(set('a:   # none yet\n', 'a', '5')).toBe('a: 5   # none yet\n')
    expect(set('a: "5"\n', 'a', '6')).toBe('a: "6"\n')
    expect(set('a: yes\n', 'a', 'no')).toBe('a: no\n')
    expect(set('a: text\n', 'a', 'no')).toBe("a: 'no'\n")
    expect(set('a: false\n', 'a', '1')).toBe('a: true\n')
    expect(set('a:\n    b: 1', 'a.c.d', 'x')).toBe('a:\n    b: 1\n    c:\n        d: x')
    expect(set('- a: 1\n- a: 2\n', '[1].b', 'x')).toBe('- a: 1\n- a: 2\n  b: x\n')
    expect(set('# only a comment', 'a', 'x')).toBe('# only a comment\na: x')
    expect(set('a: {b: 1,}\n', 'a.c', 'x, y')).toBe("a: {b: 1, c: 'x, y'}\n")
    expect(set('a: &x 1\nb: *x\n', 'a', '2')).toBe('a: &x 2\nb: *x\n')
    expect(set('w:\n  one: {ip: a}\n  two: {ip: b}\n', 'w.*.ip', 'c')).toBe(
      'w:\n  one: {ip: c}\n  two: {ip: c}\n',
    )
    expect(editYaml('a: [1\n', [{ key: 'a', value: '1' }])).toEqual({
      text: 'a: [1\n',
      warnings: ['this is not YAML that can be read'],
    })
  })
})
