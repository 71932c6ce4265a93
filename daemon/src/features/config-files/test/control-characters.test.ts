// In every format a value with line breaks or control characters is written as it is, or refused with a reason: never dropped.

import {
  type ConfigFileFormat,
  type ConfigFileValue,
  configFileFormats,
} from '@rookery/contracts/template/config-files.ts'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { editConfig } from '../logic/edit-config.ts'
import { readProperties } from '../logic/properties/read-properties.ts'
import { readToml } from '../logic/toml/read-toml.ts'

const texts = [
  'a\nb=1',
  'a\r\nb=1',
  'a\rb',
  'a\0b',
  'a\u0007b',
  'a\u001bb',
  'a\u007fb',
  'a\u0085b',
  'a\u2028b',
  '\n',
  'a\n',
]
const files: Record<ConfigFileFormat, { text: string; key: string; of: (value: string) => string }> = {
  properties: { text: 'a=1\n', key: 'a', of: value => value },
  ini: { text: '[s]\na=1\n', key: 's.a', of: value => value },
  json: { text: '{"a": "1"}', key: 'a', of: value => value },
  yaml: { text: 'a: "1"\n', key: 'a', of: value => value },
  toml: { text: 'a = "1"\n', key: 'a', of: value => value },
  xml: { text: '<r><a>1</a></r>', key: 'r.a', of: value => value },
  lines: { text: 'a=1\n', key: 'a', of: value => `a=${value}` },
}
const readers: Partial<Record<ConfigFileFormat, (text: string) => unknown>> = {
  properties: text => readProperties(text).find(({ key }) => key === 'a')?.value,
  json: text => (JSON.parse(text) as { a: string }).a,
  yaml: text => (parse(text) as { a: string }).a,
  toml: text => {
    const node = readToml(text)?.entries.get('a')
    return node?.type === 'value' ? node.value : undefined
  },
  xml: text =>
    /<a>([\s\S]*)<\/a>/
      .exec(text)?.[1]
      ?.replaceAll(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code))),
}

describe.each(configFileFormats)('%s', format => {
  const { text, key, of } = files[format]
  test.each(texts.map(value => [JSON.stringify(value), value]))('%s is written or refused', (_, value) => {
    for (const present of [text, '']) {
      const values: ConfigFileValue[] = [{ key, value: of(value) }]
      const edited = editConfig(format, present, values, { addsLines: true })
      if (edited.warnings.length > 0) {
        expect(edited.text).toBe(present)
        expect(edited.warnings[0]).toContain(JSON.stringify(key))
        expect(['ini', 'lines', 'xml']).toContain(format)
      } else if (format === 'lines' || format === 'ini') {
        // Nothing is added to an empty file of lines; everything else must have been refused.
        expect([format, present]).toEqual(['lines', ''])
      } else expect(readers[format]?.(edited.text)).toBe(value)
    }
  })
})
