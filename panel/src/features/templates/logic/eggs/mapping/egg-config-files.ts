// The config files of an egg as ours: parser, place of each value, and its placeholders in our words.

import type {
  ConfigFile,
  ConfigFileFormat,
  ConfigFileValue,
} from '@rookery/contracts/template/config-files.ts'
import { placeholdersIn } from '@rookery/contracts/template/placeholders.ts'
import { compilePattern } from '@rookery/primitives/patterns/pattern.ts'
import type { Egg, EggConfigFile, EggValue } from '../egg.ts'
import { type ImportNotes, quoted } from '../import-notes.ts'
import { eggPlaceholder, placeholderOf } from './egg-environment.ts'

const formats: Record<string, ConfigFileFormat> = {
  file: 'lines',
  properties: 'properties',
  ini: 'ini',
  json: 'json',
  yaml: 'yaml',
  yml: 'yaml',
  xml: 'xml',
  toml: 'toml',
}

/** `values` knows every environment variable that there will be, as our placeholder or text. */
export function configFilesOf(
  egg: Egg,
  values: ReadonlyMap<string, string>,
  notes: ImportNotes,
): ConfigFile[] {
  return egg.configFiles.flatMap(file => {
    const field = `config.files.${file.path}`
    const path = ownPath(file.path, values)
    const format = Object.hasOwn(formats, file.parser) ? formats[file.parser] : undefined
    if (path === null) notes.warning(field, 'is no path inside of the server’s folder and is left out')
    else if (!format)
      notes.warning(field, `the parser ${quoted(file.parser)} is not known; the file is left out`)
    else {
      const found = valuesOf(file, format, values, field, notes)
      if (found.length === 0) notes.warning(field, 'sets nothing and is left out')
      else {
        notes.understood(
          field,
          found.length === 1
            ? '1 value is set before each start'
            : `${found.length} values are set before each start`,
        )
        return [{ path, format, create: true, values: found }]
      }
    }
    return []
  })
}

function valuesOf(
  file: EggConfigFile,
  format: ConfigFileFormat,
  values: ReadonlyMap<string, string>,
  field: string,
  notes: ImportNotes,
): ConfigFileValue[] {
  return file.values.flatMap(entry => {
    const where = `${field}.${entry.match}`
    const unusable = placeTrouble(entry, values) ?? textTrouble(entry, format)
    if (unusable !== null) {
      notes.warning(where, unusable)
      return []
    }
    const value = filledValue(entry, values, where, notes)
    return [{ key: entry.match, value, ...(entry.onlyIf === null ? {} : { only_if: entry.onlyIf }) }]
  })
}

function placeTrouble(
  { match, value, onlyIf }: EggValue,
  values: ReadonlyMap<string, string>,
): string | null {
  if (match === '') return 'names no place in the file and is left out'
  const isOurs =
    holdsOurs(value, values) || [match, onlyIf ?? ''].some(text => placeholdersIn(text).length > 0)
  if (isOurs) return 'looks like a placeholder of ours and is left out'
  if (onlyIf?.startsWith('regex:') && !isExpression(onlyIf.slice('regex:'.length))) {
    return `the expression ${quoted(onlyIf)} cannot be used here and is left out`
  }
  return null
}

/** What a node could only refuse at every start: formats that have no way to write such characters. */
function textTrouble({ match, value }: EggValue, format: ConfigFileFormat): string | null {
  const unholdable = {
    ini: /[^\t\P{Cc}]|[\u2028\u2029]/u,
    lines: /[^\t\r\n\P{Cc}]|[\u2028\u2029]/u,
    xml: /[^\t\r\n\P{Cc}]/u,
  }
  if (!(format in unholdable) || !unholdable[format as keyof typeof unholdable].test(match + value))
    return null
  const what = format === 'ini' ? 'a line break or control character' : 'a control character'
  return `holds ${what}, which this kind of file cannot hold, and is left out`
}

function filledValue(
  { value }: EggValue,
  values: ReadonlyMap<string, string>,
  where: string,
  notes: ImportNotes,
): string {
  if (/\{\{/.test(value.replaceAll(eggPlaceholder, '')))
    notes.warning(where, 'holds {{ without }}: it is no placeholder and is written as it is')
  return value.replaceAll(eggPlaceholder, (_, key: string) => {
    const placeholder = placeholderOf(key, values)
    if (placeholder === null) notes.warning(where, `{{${key}}} is not known and stays empty`)
    return placeholder ?? ''
  })
}

function isExpression(text: string): boolean {
  const [head = '', flags = ''] = /^\(\?([ims]+)\)/.exec(text) ?? []
  return compilePattern(text.slice(head.length), flags) !== null
}

/** Relative to the server's folder, as all paths are here; null when it leaves it or cannot be said. */
function ownPath(path: string, values: ReadonlyMap<string, string>): string | null {
  if (holdsOurs(path, values)) return null
  const plain = path
    .replaceAll(eggPlaceholder, (_, key: string) => placeholderOf(key, values) ?? '')
    .replaceAll('\\', '/')
    .replace(/^\/(?:home\/container|mnt\/server)\//, '')
  const parts = plain.split('/').filter(part => part !== '' && part !== '.')
  return parts.length === 0 || parts.includes('..') ? null : parts.join('/')
}

/** Our own placeholders have one pair of braces: text that looks like one would be filled by mistake. */
function holdsOurs(text: string, values: ReadonlyMap<string, string>): boolean {
  const rest = text.replaceAll(eggPlaceholder, (_, key: string) =>
    (placeholderOf(key, values) ?? '').replace(/\{.*\}/, ' '),
  )
  return placeholdersIn(rest).length > 0
}
