// Lines that begin with a text are replaced as a whole; nothing else changes, and lines are added only when wanted.

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { propertyRuns } from '../../../../../../test-services/proof-size.ts'
import { nastyValue, setOne } from '../../test/edited-file.ts'
import { editLines } from './edit-lines.ts'

const line = fc.constantFrom('// set name x', 'hostname "x"', '', '  set name 1', 'sets name 2', 'ü')
const lines = fc
  .array(line)
  .chain(all => fc.constantFrom('\n', '\r\n').map(end => all.map(text => text + end).join('')))

describe('lines', () => {
  test('a replaced line leaves every other byte, and a value with a line break is refused', () => {
    const sample = fc
      .record({ before: lines, after: lines, end: fc.constantFrom('\n', '\r\n', '') })
      .map(parts => ({
        before: parts.before,
        written: 'set name "old" // why',
        after: parts.end + (parts.end === '' ? '' : parts.after),
        key: 'set name',
      }))
    fc.assert(
      fc.property(sample, nastyValue, (file, value) => {
        const written = setOne('lines', file, value)
        expect(written).toBe(/(?!\t)\p{Cc}|[\u2028\u2029]/u.test(value) ? null : value)
      }),
      propertyRuns(400),
    )
  })

  test('nothing is added, the longest beginning wins, a line that is right already is left alone', () => {
    const values = [
      { key: 'server', value: 'server = a' },
      { key: 'server_name', value: 'server_name = b' },
      { key: '//server', value: 'server = a' },
      { key: 'missing', value: 'missing = c' },
    ]
    const once = editLines('server_name = x\nserver: y\n//server\n', values)
    expect(once).toEqual({ text: 'server_name = b\nserver = a\nserver = a\n', warnings: [] })
    expect(editLines(once.text, values)).toEqual(once)
    expect(editLines('', values).text).toBe('')
  })

  test('missing lines are added when that is wanted, once, and only what is found again', () => {
    const values = [
      { key: 'sv_name ', value: 'sv_name "x"' },
      { key: '#sv_port', value: 'sv_port 1' },
      { key: 'sv_map', value: 'sv_map dm1', only_if: 'sv_map' },
    ]
    const once = editLines('# own', values, { addsLines: true })
    expect(once).toEqual({ text: '# own\nsv_name "x"', warnings: [] })
    expect(editLines(once.text, values, { addsLines: true })).toEqual(once)
    expect(editLines('# own', values).text).toBe('# own')
    expect(editLines('', values, { addsLines: true }).text).toBe('')
    const indented = [{ key: '  port', value: '  port: 1,' }]
    expect(editLines('(\n)\n', indented, { addsLines: true }).text).toBe('(\n)\n')
  })

  test('several lines of the template are written as they are, and written again they replace themselves', () => {
    const value = (port: string) => ({
      key: 'name',
      value: `name=a\r\nport=${port}\nset motd x`,
      has_own_line_breaks: true,
    })
    const once = editLines('# top\nname=old\nrest\n', [value('1')])
    expect(once).toEqual({ text: '# top\nname=a\nport=1\nset motd x\nrest\n', warnings: [] })
    expect(editLines(once.text, [value('1')])).toEqual(once)
    expect(editLines(once.text, [value('2')]).text).toBe('# top\nname=a\nport=2\nset motd x\nrest\n')
    expect(editLines('name\r\nrest', [value('1')]).text).toBe('name=a\r\nport=1\r\nset motd x\r\nrest')
    expect(editLines('name', [{ ...value('1'), value: 'name\n\0' }]).warnings).toHaveLength(1)
  })
})
