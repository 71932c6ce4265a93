// XML files: text and attributes of elements; comments, CDATA and every untouched byte stay.

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { propertyRuns } from '../../../../../../test-services/proof-size.ts'
import { addOne, nastyValue, setOne } from '../../test/edited-file.ts'
import { editXml } from './edit-xml.ts'
import { readXml, type XmlElement } from './read-xml.ts'

const head = fc.constantFrom(
  '',
  '<?xml version="1.0"?>\n',
  '<?xml version="1.0"?>\r\n<!DOCTYPE s [<!ENTITY a "<b>">]>\r\n<!-- <s> -->\n',
)
const other = fc.constantFrom(
  '\n  <!-- <port>1</port> -->',
  '\n  <name  a = "x>y" b=\'"\'>N &amp; M</name>',
  '\n  <deep><port>5</port></deep>',
  '<empty/>',
  '\n\t<data><![CDATA[<port>2</port>]]></data>',
)
const others = fc.array(other).map(all => all.join(''))
const place = fc.constantFrom(
  ['<port>', '25565', '</port>'],
  ['<port>\n    ', '25565', '\n  </port>'],
  ['<port x="1">', 'a &lt; b', '<!-- own --></port>'],
  ['<port>', '', '</port>'],
  ['<port>', '<![CDATA[old]]>', '</port>'],
)
const attribute = fc.constantFrom(
  ['<port a="1" value="', '26900', '"/>'],
  ["<port value = '", 'x &amp; "y"', "'  />"],
)
const sampleOf = (from: fc.Arbitrary<readonly string[]>, key: string) =>
  fc.record({ head, before: others, from, after: others }).map(parts => ({
    before: `${parts.head}<s>${parts.before}${parts.from[0] ?? ''}`,
    written: parts.from[1] ?? '',
    after: `${parts.from[2] ?? ''}${parts.after}\n</s>\n`,
    key,
  }))

/** Names and attributes of all elements, without the texts that were set. */
function shape({ name, attributes, children }: XmlElement): unknown {
  const own = name === 'port' ? attributes.length : attributes.map(({ name: of, value }) => [of, value])
  return [name, own, children.map(shape)]
}
const read = (text: string) => {
  const top = readXml(text)
  if (!top) throw new Error(`this is no XML: ${text}`)
  return top
}

const isHeld = (value: string) => !/[\0\u0085]/.test(value) && value.isWellFormed()

describe('xml', () => {
  test('a set text leaves every other byte and no element comes or goes', () => {
    fc.assert(
      fc.property(sampleOf(place, 's.port'), nastyValue, (file, value) => {
        // Layout around a text goes when the value is empty or brings white space of its own.
        fc.pre(value === value.trim() && value !== '')
        const replaced = setOne('xml', file, value)
        expect(replaced === null).toBe(!isHeld(value))
        if (replaced === null) return
        const text = file.before + replaced + file.after
        expect(shape(read(text))).toEqual(shape(read(file.before + file.written + file.after)))
        expect(editXml(text, [{ key: 's.port', value: 'found', only_if: value }]).text).toContain('found')
      }),
      propertyRuns(500),
    )
  })

  test('a set attribute leaves every other byte, by the path and as eggs write it', () => {
    fc.assert(
      fc.property(sampleOf(attribute, 's.port.@value'), nastyValue, (file, value) => {
        const replaced = setOne('xml', file, value)
        expect(replaced === null).toBe(!isHeld(value))
        if (replaced === null) return
        const text = file.before + replaced + file.after
        expect(shape(read(text))).toEqual(shape(read(file.before + file.written + file.after)))
        const port = read(text).children[0]?.children.find(({ name }) => name === 'port')
        expect(port?.attributes.find(({ name }) => name === 'value')?.value).toBe(value)
        expect(setOne('xml', { ...file, key: 's.port' }, `[value='${value}']`)).toBe(replaced)
      }),
      propertyRuns(500),
    )
  })

  test('an added element takes nothing away', () => {
    fc.assert(
      fc.property(sampleOf(place, 's.port'), nastyValue, (file, value) => {
        const text = file.before + file.written + file.after
        for (const key of ['s.fresh', 's.new.deep.er', "s.property[@name='A.B'].@value"]) {
          const edited = addOne('xml', text, key, value)
          if (edited === null) expect(isHeld(value)).toBe(false)
          else
            expect(JSON.stringify(shape(read(edited))).length).toBeGreaterThan(
              JSON.stringify(shape(read(text))).length,
            )
        }
      }),
      propertyRuns(200),
    )
  })

  test('paths: wildcard, number, literal dots, another root, what is no XML', () => {
    const set = (text: string, key: string, value = 'x') => editXml(text, [{ key, value }])
    expect(set('<a><b><p>1</p></b><c><p>2</p></c></a>', 'a.*.p').text).toBe(
      '<a><b><p>x</p></b><c><p>x</p></c></a>',
    )
    expect(set('<a><b>1</b><b>2</b></a>', 'a.b[1]').text).toBe('<a><b>1</b><b>x</b></a>')
    expect(set('<a><b>1</b><b>2</b></a>', 'a.b').text).toBe('<a><b>x</b><b>x</b></a>')
    expect(set('<a><b.c>1</b.c></a>', 'a.b.c').text).toBe('<a><b.c>x</b.c></a>')
    expect(set('<a b="1"/>', 'a', "[c='d'e']").text).toBe('<a b="1" c="d\'e"/>')
    expect(set('<a><b>\n 1 </b></a>', 'a.b', '').text).toBe('<a><b></b></a>')
    expect(set('<a><b>\n 1 </b></a>', 'a.b', ' 2').text).toBe('<a><b> 2</b></a>')
    expect(set('<a/>', 'b.c').warnings).toEqual([expect.stringContaining('root')])
    expect(set('<a><b></a>', 'a.b')).toEqual({
      text: '<a><b></a>',
      warnings: ['this is not XML that can be read'],
    })
    expect(set('<a><b><c/></b></a>', 'a.b').warnings).toEqual([expect.stringContaining('further elements')])
    expect(set('', 'a.b').text).toBe('<?xml version="1.0" encoding="utf-8"?>\n<a>\n  <b>x</b>\n</a>\n')
  })
})
