// The editor of each format, and what holds for all of them: nothing throws, nothing is lost.

import type { ConfigFileFormat, ConfigFileValue } from '@rookery/contracts/template/config-files.ts'
import type { Edited, EditOptions, Editor } from './editor.ts'
import { editIni } from './ini/edit-ini.ts'
import { editJson } from './json/edit-json.ts'
import { editLines } from './lines/edit-lines.ts'
import { editProperties } from './properties/edit-properties.ts'
import { editToml } from './toml/edit-toml.ts'
import { editXml } from './xml/edit-xml.ts'
import { editYaml } from './yaml/edit-yaml.ts'

const editors: Record<ConfigFileFormat, Editor> = {
  properties: editProperties,
  ini: editIni,
  json: editJson,
  yaml: editYaml,
  xml: editXml,
  toml: editToml,
  lines: editLines,
}

export function editConfig(
  format: ConfigFileFormat,
  text: string,
  values: readonly ConfigFileValue[],
  options: EditOptions = {},
): Edited {
  const canBeEscaped = format === 'properties'
  const [fitting, foreign] = options.isLatin1 && !canBeEscaped ? split(values, isLatin1) : [values, []]
  const refused = foreign.map(
    ({ key }) =>
      `${JSON.stringify(key)}: the value holds characters that the encoding of this file does not have`,
  )
  try {
    const { text: edited, warnings } = editors[format](text, fitting, options)
    return { text: edited, warnings: [...refused, ...warnings] }
  } catch {
    // Nested too deeply, most likely: what a game writes must not stop its start.
    return { text, warnings: [`this is not ${format} that can be read`] }
  }
}

function isLatin1({ key, value }: ConfigFileValue): boolean {
  return !/[^\p{ASCII}\u0080-\u00ff]/u.test(key + value)
}

function split<Item>(items: readonly Item[], fits: (item: Item) => boolean): [Item[], Item[]] {
  return [items.filter(fits), items.filter(item => !fits(item))]
}
