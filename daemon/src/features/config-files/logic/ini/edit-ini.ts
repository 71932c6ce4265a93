// Edits ini files: keys in sections, structs on one line; a missing key goes to the end of its section.

import type { ConfigFileValue } from '@rookery/contracts/template/config-files.ts'
import { type Change, createEditor, type Format } from '../editor.ts'
import { wantedValue } from '../only-if.ts'
import { insert } from '../text/splice.ts'
import {
  belowBanner,
  fitsOnLine,
  lineAfter,
  lineAtEnd,
  lineBreakOf,
  unholdableMessage,
} from '../text/text-lines.ts'
import { decodeIniValue, encodeIniValue } from './ini-value.ts'
import { type IniEntry, type IniSection, readIni } from './read-ini.ts'
import { decodeMember, encodeMember, readStruct } from './struct-value.ts'

interface Ini {
  text: string
  sections: IniSection[]
}

const format: Format<Ini> = {
  read: text => ({ text, sections: readIni(text) }),
  change(ini, value) {
    if (!fitsOnLine(value.value) || !fitsOnLine(value.key)) return { problem: unholdableMessage }
    const keys = iniKeysOf(value.key)
    for (const key of keys) {
      const entry = entryOf(ini, key)
      if (entry) return setEntry(ini.text, entry, value)
    }
    for (const key of keys) {
      const change = setMember(ini, key, value)
      if (change) return change
    }
    const wanted = wantedValue(value, null)
    if ('problem' in wanted || wanted.text === null) return []
    return addEntry(ini, keys.at(-1) as IniKey, encodeIniValue(wanted.text, null))
  },
}

export const editIni = createEditor(format)

/** A section may come in several pieces; the last entry of a key counts. Case differs only where nothing else fits. */
function entryOf({ sections }: Ini, { section, key }: IniKey): IniEntry | null {
  const entries = sections.filter(({ name }) => isSame(name, section)).flatMap(found => found.entries)
  const fold = (text: string) => text.toLowerCase()
  return (
    entries.findLast(entry => entry.key === key) ??
    entries.findLast(entry => fold(entry.key) === fold(key)) ??
    null
  )
}

function isSame(name: string | null, wanted: string | null): boolean {
  return name === wanted || (name !== null && name.toLowerCase() === wanted?.toLowerCase())
}

function setEntry(text: string, { valueStart, valueEnd }: IniEntry, value: ConfigFileValue): Change {
  const raw = text.slice(valueStart, valueEnd)
  const wanted = wantedValue(value, decodeIniValue(raw))
  if ('problem' in wanted) return wanted
  if (wanted.text === null || wanted.text === raw || wanted.text === decodeIniValue(raw)) return []
  const written = encodeIniValue(wanted.text, raw)
  return written === raw ? [] : [{ start: valueStart, end: valueEnd, text: written }]
}

/** `section.key.Member`, where the key holds a struct. Null: it is none. */
function setMember(ini: Ini, { section, key }: IniKey, value: ConfigFileValue): Change | null {
  const dot = key.lastIndexOf('.')
  const entry = dot > 0 ? entryOf(ini, { section, key: key.slice(0, dot) }) : null
  if (!entry) return null
  const struct = ini.text.slice(entry.valueStart, entry.valueEnd)
  const members = readStruct(struct)
  if (!members) return null
  const name = key.slice(dot + 1)
  const member = members.findLast(found => found.name === name)
  const raw = member ? struct.slice(member.valueStart, member.valueEnd) : null
  const wanted = wantedValue(value, raw === null ? null : decodeMember(raw))
  if ('problem' in wanted) return wanted
  if (wanted.text === null || (raw !== null && decodeMember(raw) === wanted.text)) return []
  const written = encodeMember(wanted.text, raw, value.as_text)
  if (member && raw === written) return []
  if (member) {
    const start = entry.valueStart + member.valueStart
    return [{ start, end: entry.valueStart + member.valueEnd, text: written }]
  }
  return [insert(entry.valueEnd - 1, `${members.length > 0 ? ',' : ''}${name}=${written}`)]
}

function addEntry({ text, sections }: Ini, { section, key }: IniKey, written: string): Change {
  if (/^[;#[]|=/.test(key) || (section ?? '').includes(']'))
    return { problem: 'this cannot be a key of an ini file' }
  const all = sections.flatMap(({ entries }) => entries)
  const target = sections.findLast(({ name }) => isSame(name, section))
  const model = target?.entries.at(-1) ?? all.at(-1)
  const between = model ? text.slice(model.keyEnd, model.valueStart) : '='
  const line = `${key}${/^ *[=:] *$/.test(between) ? between : '='}${written}`
  const last = target?.entries.at(-1)?.line ?? target?.header
  if (last) return [lineAfter(text, last.start, line)]
  const lineBreak = lineBreakOf(text)
  if (section === null) {
    const isPlain = sections.length === 1
    return [isPlain ? lineAtEnd(text, line) : insert(belowBanner(text, /^[;#]/), line + lineBreak)]
  }
  const gap = text === '' || /\n[ \t]*\r?\n$/.test(text) ? '' : lineBreak
  return [
    lineAtEnd(text, `${text.endsWith('\n') || text === '' ? gap : lineBreak}[${section}]${lineBreak}${line}`),
  ]
}

interface IniKey {
  section: string | null
  key: string
}

/**
 * Which section and which key a path such as `section.key`, `[section.with.dots].key` or `section.[key.with.dots]` means:
 * every way to read it, the likeliest first; the last is how a missing one is made.
 */
function iniKeysOf(path: string): IniKey[] {
  const bracketed = /^\[(.*?)\]\.?(.+)$/s.exec(path)
  if (bracketed) return [{ section: bracketed[1] ?? '', key: unbracketed(bracketed[2] ?? '') }]
  const [whole, section = '', key = ''] = /^([^[\]]*?)\.?\[([^[\]]+)\]$/.exec(path) ?? []
  // `key[0]` is a key as it stands; only a name can be meant by brackets.
  if (whole !== undefined && !/^\d*$/.test(key) && (section === '' || path.includes('.['))) {
    return [
      { section: null, key: path },
      { section: section === '' ? null : section, key },
    ]
  }
  const dots = [...path.matchAll(/\./g)]
    .map(({ index }) => index)
    .filter(at => at > 0 && at < path.length - 1)
  const split = (at: number) => ({ section: path.slice(0, at), key: path.slice(at + 1) })
  const usual = path.startsWith('/') ? dots.at(-1) : dots[0]
  return [
    { section: null, key: path },
    ...dots.toReversed().map(split),
    ...(usual === undefined ? [] : [split(usual)]),
  ]
}

function unbracketed(key: string): string {
  return /^\[([^[\]]+)\]$/.exec(key)?.[1] ?? key
}
