// TOML files: tables, lists of tables, dotted keys, strings over several lines; every untouched byte stays.

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { propertyRuns } from '../../../../../../test-services/proof-size.ts'
import { addOne, nastyValue, setOne } from '../../test/edited-file.ts'
import { editToml } from './edit-toml.ts'
import { readToml } from './read-toml.ts'
import type { TomlNode } from './toml-node.ts'

const written = fc.constantFrom(
  '25565',
  '"basic \\" text"',
  "'literal'",
  'true',
  '1_000.5',
  '0xff',
  '2024-01-01T10:00:00Z',
  '"""\nport = 1\n[x]\n"""',
  "'''it's''''",
)
const comment = fc.constantFrom('', ' # port = 5', '\t#"')
const otherLines = fc
  .uniqueArray(
    fc.constantFrom(
      '# [server]',
      '',
      'name = "x" # n',
      'text = """\n[server]\nport = 9\n"""',
      "list = [\n  'a', # ]\n  { port = 3 },\n]",
      'dotted.port.x = 1',
      '"quo.ted" = 1',
    ),
  )
  .map(all => all.map(text => `${text}\n`).join(''))
const sample = fc
  .record({ top: otherLines, own: otherLines, written, comment, end: otherLines })
  .map(parts => ({
    before: `${parts.top}[server]\n${parts.own}  port = `,
    written: parts.written,
    after: `${parts.comment}\n${parts.end === parts.own ? '' : '[[world]]\nport = 1\n[world.sub]\nport = 2\n'}`,
    key: 'server.port',
  }))

/** The values alone, as plain objects. */
function plain(node: TomlNode | null | undefined): unknown {
  if (!node) throw new Error('this is no TOML')
  if (node.type === 'value') return `${node.kind}:${node.value}`
  if (node.type === 'list') return node.items.map(plain)
  return Object.fromEntries([...node.entries].map(([name, child]) => [name, plain(child)]))
}
const read = (text: string) => plain(readToml(text)) as { server: Record<string, unknown> }

describe('toml', () => {
  test('a set value leaves every other byte and is read back as it was given', () => {
    fc.assert(
      fc.property(sample, nastyValue, (file, value) => {
        const replaced = setOne('toml', file, value)
        if (replaced === null) {
          expect(value).toBe('')
          return
        }
        const { server, ...others } = read(file.before + replaced + file.after)
        const { server: oldServer, ...oldOthers } = read(file.before + file.written + file.after)
        expect(others).toEqual(oldOthers)
        expect({ ...server, port: 0 }).toEqual({ ...oldServer, port: 0 })
        const [kind, ...rest] = String(server.port).split(':')
        const isSwitch = file.written === 'true' && ['0', '1'].includes(value)
        if (!isSwitch) expect(rest.join(':')).toBe(value.toWellFormed())
        if (/^["']/.test(file.written)) expect(kind).toBe('string')
      }),
      propertyRuns(500),
    )
  })

  test('an added key takes nothing away and is found again', () => {
    fc.assert(
      fc.property(sample, nastyValue, (file, value) => {
        const text = file.before + file.written + file.after
        for (const key of ['server.fresh', 'fresh', 'fresh.table.key', 'server.deep.er', 'more[0].key']) {
          const edited = addOne('toml', text, key, value)
          expect(JSON.stringify(read(edited ?? ''))).toContain(
            JSON.stringify(`:${value.toWellFormed()}`).slice(1),
          )
        }
      }),
      propertyRuns(150),
    )
  })

  test('style and places', () => {
    const set = (text: string, key: string, value = 'x') => editToml(text, [{ key, value }])
    expect(set('a = 1\r\n[b]\r\nc = 2\r\n', 'b.d').text).toBe('a = 1\r\n[b]\r\nc = 2\r\nd = "x"\r\n')
    expect(set('[b]\nc = 2', 'a').text).toBe('a = "x"\n[b]\nc = 2')
    expect(set('a.b.c = 1\n[z]\n', 'a.b.d', '2').text).toBe('a.b.c = 1\na.b.d = 2\n[z]\n')
    expect(set('[[w]]\nn = 1\n[[w]]\nn = 2\n', 'w[0].m').text).toBe('[[w]]\nn = 1\nm = "x"\n[[w]]\nn = 2\n')
    expect(set('[[w]]\nn = 1\n[[w]]\nn = 2\n', 'w.*.n', '3').text).toBe('[[w]]\nn = 3\n[[w]]\nn = 3\n')
    expect(set('a = { b = 1 }\n', 'a.c').text).toBe('a = { b = 1, c = "x" }\n')
    expect(set('a = {}\n', 'a.c').text).toBe('a = { c = "x" }\n')
    expect(set('"a.b" = 1\n', 'a.b', '2').text).toBe('"a.b" = 2\n')
    expect(set('a = ["x", 1]\n', 'a[1]', '2').text).toBe('a = ["x", 2]\n')
    expect(set('a = \n', 'a')).toEqual({ text: 'a = \n', warnings: ['this is not TOML that can be read'] })
    expect(set('a = 1 b = 2\n', 'a').warnings).toHaveLength(1)
    expect(set('a = 1\na = 2\n', 'a').warnings).toHaveLength(1)
    const deep = `a = ${'['.repeat(50_000)}${']'.repeat(50_000)}\n`
    expect(set(deep, 'b')).toEqual({ text: deep, warnings: ['this is not TOML that can be read'] })
    expect(set('a = "😀" # 😀\nb = {\n  c = 1, # ]\n}\n', 'b.c', '2').text).toBe(
      'a = "😀" # 😀\nb = {\n  c = 2, # ]\n}\n',
    )
    expect(set('__proto__.a = 1\n[constructor]\nb = 1\n', '__proto__.a', '2').text).toBe(
      '__proto__.a = 2\n[constructor]\nb = 1\n',
    )
  })
})
