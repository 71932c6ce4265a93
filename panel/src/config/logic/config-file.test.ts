// config.env is read as documented, and what cannot be read is named by line without its content.

import { array, assert, property, string, stringMatching, tuple } from 'fast-check'
import { expect, test } from 'vitest'
import { propertyRuns } from '../../../../test-services/proof-size.ts'
import { parseConfigFile } from './config-file.ts'

function valuesOf(text: string): Record<string, string> {
  return Object.fromEntries(parseConfigFile(text).entries.map(({ name, value }) => [name, value]))
}

test.each([
  ['plain', 'A=1', { A: '1' }],
  ['byte order mark', '\uFEFFA=1', { A: '1' }],
  ['CRLF', 'A=1\r\nB=2\r\n', { A: '1', B: '2' }],
  ['old Macintosh line ends', 'A=1\rB=2', { A: '1', B: '2' }],
  ['comments and empty lines', '# x\n\n  # y\nA=1', { A: '1' }],
  ['export', 'export A=1\nexport\tB=2', { A: '1', B: '2' }],
  ['a variable that is called export', 'export=1', { export: '1' }],
  ['spaces around', '  A = 1 \t', { A: '1' }],
  ['spaces inside', 'A=one two', { A: 'one two' }],
  ['empty', 'A=\nB=""\nC=\'\'', { A: '', B: '', C: '' }],
  ['equals signs', 'A=b=c==', { A: 'b=c==' }],
  ['comment behind a value', 'A=1 # one\nB="2" # two', { A: '1', B: '2' }],
  ['comment instead of a value', 'A=# nothing', { A: '' }],
  ['hash inside a value', 'A=a#b\nB="a # b"\nC=\'#\'', { A: 'a#b', B: 'a # b', C: '#' }],
  ['single quotes take all as it is', "A='  \\n $HOME \" '", { A: '  \\n $HOME " ' }],
  [
    'double quotes keep spaces and know escapes',
    String.raw`A="  a\tb\n\"c\"\\ \d "`,
    { A: '  a\tb\n"c"\\ \\d ' },
  ],
  ['quotes inside an unquoted value', `A=it's "x"`, { A: `it's "x"` }],
  ['nothing is expanded', 'A=$B $(id) `id`', { A: '$B $(id) `id`' }],
])('T-112 config.env: %s', (_name, text, expected) => {
  const reading = parseConfigFile(text)
  expect(reading.problems).toEqual([])
  expect(valuesOf(text)).toEqual(expected)
})

test.each([
  ['no equals sign', 'A=1\nhunter2', 'line 2: not understood'],
  ['bad name', '1A=hunter2', 'line 1: not understood'],
  ['dash in a name', 'A-B=hunter2', 'line 1: not understood'],
  ['open double quote', '\nA="hunter2', 'line 2: the value opens with " but does not close'],
  ['open single quote', "A='hunter2", "line 1: the value opens with ' but does not close"],
  ['escaped closing quote', 'A="hunter2\\"', 'line 1: the value opens with "'],
  ['text after the quote', 'A="x" hunter2', 'line 1: there is text after the closing quote'],
])('T-112 config.env: %s is reported by line, without its content', (_name, text, expected) => {
  const { problems } = parseConfigFile(text)
  expect(problems).toHaveLength(1)
  expect(problems[0]).toContain(expected)
  expect(problems[0]).not.toContain('hunter2')
})

test('T-112 a repeated name is reported with both lines, and the later one counts', () => {
  const reading = parseConfigFile('# x\nHTTP_PORT=1\nB=2\nHTTP_PORT=3')
  expect(reading.warnings).toEqual(['HTTP_PORT is set on line 2 and again on line 4: the later line counts'])
  expect(valuesOf('HTTP_PORT=1\nHTTP_PORT=3')).toEqual({ HTTP_PORT: '3' })
})

test('T-112 half of a broken secret that looks like a name is not shown', () => {
  const { warnings } = parseConfigFile('hunter2=\nhunter2=')
  expect(warnings).toHaveLength(1)
  expect(warnings.join()).not.toContain('hunter2')
})

const name = stringMatching(/^[A-Z_][A-Z0-9_]{0,12}$/)

test('T-112 every text survives double quotes, and every text without quote and line end survives single quotes', () => {
  const inDouble = (value: string) =>
    `"${value.replace(/[\\"\n\r\t]/g, found => `\\${{ '\n': 'n', '\r': 'r', '\t': 't' }[found] ?? found}`)}"`
  assert(
    property(array(tuple(name, string({ unit: 'binary' }))), pairs => {
      const expected = Object.fromEntries(pairs)
      const text = pairs.map(([key, value]) => `${key}=${inDouble(value)}`).join('\n')
      expect(valuesOf(text)).toEqual(expected)
    }),
    propertyRuns(100),
  )
  assert(
    property(name, string(), (key, value) => {
      const plain = value.replace(/['\n\r]/g, '')
      expect(valuesOf(`${key}='${plain}'`)).toEqual({ [key]: plain })
    }),
  )
})

test('T-112 no text makes the reader fail, and no value ever shows up in a message', () => {
  const marker = 'qXzMarkerzXq'
  assert(
    property(string({ unit: 'binary' }), string({ unit: 'binary' }), (before, after) => {
      const { problems, warnings } = parseConfigFile(
        `${before}${marker}${after}\n${before}=${marker}${after}`,
      )
      expect([...problems, ...warnings].join()).not.toContain(marker)
    }),
  )
})
