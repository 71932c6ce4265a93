// .properties files: every untouched byte stays, a value never breaks out, escapes are understood.

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { propertyRuns } from '../../../../../../test-services/proof-size.ts'
import { addOne, nastyValue, setOne } from '../../test/edited-file.ts'
import { editProperties } from './edit-properties.ts'
import { readProperties } from './read-properties.ts'

const lineBreak = fc.constantFrom('\n', '\r\n')
const otherLine = fc.constantFrom(
  '#comment: server-port=1',
  '! server-port=2',
  '',
  '   \t',
  'motd=\\u00a7aHello\\: world',
  'a\\ b\\:c=d',
  'long = first \\\n    second \\\n  third',
  'server-port-x=3',
  'xserver-port 4',
  'no-value',
  'empty=',
  'umlaut=ü',
)
const lines = fc.array(fc.tuple(otherLine, lineBreak)).map(all => all.map(pair => pair.join('')).join(''))
const entry = fc.constantFrom(
  ['server-port=', '25565'],
  ['  server-port = ', '25565'],
  ['server-port:', '25565 '],
  ['server-port ', 'a\\\n   b'],
  ['server\\-port=', ''],
)
const sample = fc.record({ before: lines, entry, after: fc.tuple(lineBreak, lines) }).map(parts => ({
  before: parts.before + parts.entry[0],
  written: parts.entry[1] as string,
  after: parts.after.join(''),
  key: 'server-port',
}))

const valuesOf = (text: string) => readProperties(text).map(({ key, value }) => [key, value])

describe('properties', () => {
  test('a set value leaves every other byte, is read back as it was given, and twice is once', () => {
    fc.assert(
      fc.property(sample, nastyValue, (file, value) => {
        const written = setOne('properties', file, value)
        expect(written).not.toBeNull()
        const before = valuesOf(file.before + file.written + file.after)
        const after = valuesOf(file.before + written + file.after)
        expect(after).toEqual(before.map(([key, old]) => [key, key === file.key ? value : old]))
        expect(setOne('properties', { ...file, written: written ?? '' }, value)).toBe(written)
      }),
      propertyRuns(400),
    )
  })

  test('a missing key is one more entry at the end', () => {
    fc.assert(
      fc.property(lines, fc.string({ minLength: 1 }), nastyValue, (text, key, value) => {
        fc.pre(!valuesOf(text).some(([known]) => known === key))
        const edited = addOne('properties', text, key, value)
        expect(valuesOf(edited ?? '')).toEqual([...valuesOf(text), [key, value]])
      }),
      propertyRuns(400),
    )
  })

  test('the last of two entries counts, and a backslash at the very end swallows nothing', () => {
    const set = (text: string, key = 'a', value = 'x') => editProperties(text, [{ key, value }]).text
    expect(set('a=1\na=2\n')).toBe('a=1\na=x\n')
    expect(set('b=1\\')).toBe('a=x\nb=1\\')
    expect(set('# no break')).toBe('# no break\na=x')
    expect(set('b : 1\r\n')).toBe('b : 1\r\na : x\r\n')
    expect(set('')).toBe('a=x\n')
    expect(set('a')).toBe('a=x')
  })

  test('what Java has written gets escapes, what others have written gets plain characters', () => {
    const motd = [{ key: 'motd', value: '§6ü' }]
    const java = '#Minecraft server properties\n#Mon Jan 01 10:00:00 UTC 2024\nmotd=x\n'
    expect(editProperties(java, motd).text).toContain('motd=\\u00a76\\u00fc\n')
    expect(editProperties('server-name=Dedicated\n', motd).text).toContain('motd=§6ü\n')
    expect(editProperties('server-name=Dedicated\n', motd, { isLatin1: true }).text).toContain('\\u00a76')
  })

  test('conditions: literal, expression with groups, a missing key, an expression that cannot be used', () => {
    const text = 'a=127.0.0.1:25565\nb=on\n'
    const edit = (key: string, value: string, only_if: string) =>
      editProperties(text, [{ key, value, only_if }])
    expect(edit('b', 'off', 'on').text).toContain('b=off')
    expect(edit('b', 'off', 'ON').text).toBe(text)
    expect(edit('a', 'host$1', 'regex:^127\\.0\\.0\\.1(:\\d+)?$').text).toContain('a=host:25565')
    expect(edit('b', 'off', 'regex:(?i)^ON$').text).toContain('b=off')
    expect(edit('c', 'x', 'regex:.*').text).toBe(text)
    expect(edit('a', 'x', 'regex:(')).toMatchObject({ text, warnings: [expect.stringContaining('"a"')] })
  })
})
