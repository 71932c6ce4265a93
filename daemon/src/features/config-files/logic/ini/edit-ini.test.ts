// ini files: sections, structs on one line, inline comments; every untouched byte stays.

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { propertyRuns } from '../../../../../../test-services/proof-size.ts'
import { addOne, nastyValue, setOne } from '../../test/edited-file.ts'
import { editIni } from './edit-ini.ts'
import { decodeIniValue } from './ini-value.ts'
import { readIni } from './read-ini.ts'

const lineBreak = fc.constantFrom('\n', '\r\n')
const otherLine = fc.constantFrom(
  '; comment',
  '# Port=1',
  '',
  'Name=My server #1',
  'Path = "C:\\games\\x" ; where',
  '+ServerActors=A',
  '+ServerActors=B',
  'not a line of any kind',
  'PortX=5',
)
const lines = fc.array(fc.tuple(otherLine, lineBreak)).map(all => all.map(pair => pair.join('')).join(''))
const entry = fc.constantFrom(
  ['Port=', '7777', ''],
  ['  Port = ', '7777', '  ; the port'],
  ['Port=', '"quoted ; text"', ' ; note'],
  ['Port=', '', ''],
  ['Port: ', 'x', ''],
)
const sample = fc
  .record({ global: lines, own: lines, entry, rest: fc.tuple(lineBreak, lines), next: lines })
  .map(parts => ({
    before: `${parts.global}[Server.Main]\n${parts.own}${parts.entry[0]}`,
    written: parts.entry[1] as string,
    after: `${parts.entry[2]}${parts.rest.join('')}[Other]\nPort=1\n${parts.next}`,
    key: 'Server.Main.Port',
  }))

const entriesOf = (text: string) =>
  readIni(text).flatMap(({ name, entries }) =>
    entries.map(({ key, valueStart, valueEnd }) => [name, key, text.slice(valueStart, valueEnd)]),
  )

describe('ini', () => {
  test('a set value leaves every other byte and is read back as it was given', () => {
    fc.assert(
      fc.property(sample, nastyValue, (file, value) => {
        const written = setOne('ini', file, value)
        if (/(?!\t)\p{Cc}|[\u2028\u2029]/u.test(value)) {
          expect(written).toBeNull()
          return
        }
        const before = entriesOf(file.before + file.written + file.after)
        const after = entriesOf(file.before + written + file.after)
        expect(after.map(([section, key]) => [section, key])).toEqual(
          before.map(([section, key]) => [section, key]),
        )
        const changed = after.filter((found, index) => found[2] !== before[index]?.[2])
        expect(changed.length).toBeLessThanOrEqual(1)
        const own = after.find(([section, key]) => section === 'Server.Main' && key === 'Port')?.[2] ?? ''
        expect([own, decodeIniValue(own)]).toContain(value)
      }),
      propertyRuns(400),
    )
  })

  test('a missing key goes to the end of its section, a missing section to the end of the file', () => {
    fc.assert(
      fc.property(sample, nastyValue, ({ before, written, after }, value) => {
        const text = before + written + after
        for (const key of ['Server.Main.New', '[New.Section].Key', 'Global']) {
          const edited = addOne('ini', text, key, value)
          if (edited !== null) expect(entriesOf(edited)).toHaveLength(entriesOf(text).length + 1)
        }
      }),
      propertyRuns(100),
    )
    const set = (text: string, key: string) => editIni(text, [{ key, value: 'x' }]).text
    expect(set('[A]\na=1\n\n; about B\n[B]\nb=1', 'A.c')).toBe('[A]\na=1\nc=x\n\n; about B\n[B]\nb=1')
    expect(set('[A]\na=1', 'B.c')).toBe('[A]\na=1\n\n[B]\nc=x')
    expect(set('; top\n\n[A]\na = 1\n', 'c')).toBe('; top\n\nc = x\n[A]\na = 1\n')
    expect(set('', 'A.b')).toBe('[A]\nb=x\n')
    expect(set('[a]\nKEY=1\n', 'A.key')).toBe('[a]\nKEY=x\n')
  })

  test('members of a struct: set, added, and never broken by a value', () => {
    const line =
      '[/Script/Pal.PalGameWorldSettings]\nOptionSettings=(Rate=1.000000,ServerName="A, (B)",Nested=(X=1,Y=2))\n'
    const key = '/Script/Pal.PalGameWorldSettings.OptionSettings'
    const set = (name: string, value: string) => editIni(line, [{ key: `${key}.${name}`, value }])
    expect(set('Rate', '2.5').text).toBe(line.replace('1.000000', '2.5'))
    expect(set('ServerName', 'C').text).toBe(line.replace('"A, (B)"', '"C"'))
    expect(set('PublicPort', '8211').text).toBe(line.replace('Y=2))', 'Y=2),PublicPort=8211)'))
    expect(set('ServerName', 'x"),Rate=(').text).toBe(line.replace('"A, (B)"', '"x\\"),Rate=("'))
    fc.assert(
      fc.property(nastyValue, value => {
        const { text, warnings } = set('ServerName', value)
        if (warnings.length > 0) return
        const rest = editIni(text, [{ key: `${key}.ServerName`, value: 'A, (B)' }])
        expect(rest).toEqual({ text: line, warnings: [] })
      }),
      propertyRuns(400),
    )
  })

  test('brackets hold a key or a section together whose name has dots', () => {
    const text = '[General]\nscum.ServerName=a\nMap[0]=b\n'
    const set = (key: string) => editIni(text, [{ key, value: 'x' }]).text
    expect(set('General.[scum.ServerName]')).toBe(text.replace('=a', '=x'))
    expect(set('General.Map[0]')).toBe(text.replace('=b', '=x'))
    expect(set('General.[scum.MaxPlayers]')).toBe(`${text}scum.MaxPlayers=x\n`)
    expect(set('[Other.Part].[a.b]')).toBe(`${text}\n[Other.Part]\na.b=x\n`)
  })
})
