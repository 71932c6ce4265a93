// Reads an ini text into its sections and keys with their places; what it does not understand it skips.

import { type Line, linesOf } from '../text/text-lines.ts'
import { structLength } from './struct-value.ts'

export interface IniEntry {
  key: string
  line: Line
  keyEnd: number
  valueStart: number
  /** Before white space and an inline comment. */
  valueEnd: number
}

export interface IniSection {
  /** Null: before the first header. */
  name: string | null
  header: Line | null
  entries: IniEntry[]
}

export function readIni(text: string): IniSection[] {
  let section: IniSection = { name: null, header: null, entries: [] }
  const sections = [section]
  for (const line of linesOf(text)) {
    const content = text.slice(line.start, line.end)
    const header = /^\s*\[(.*)\]\s*(?:[;#].*)?$/.exec(content)
    if (header) {
      section = { name: header[1] ?? '', header: line, entries: [] }
      sections.push(section)
      continue
    }
    const entry = readEntry(content, line)
    if (entry) section.entries.push(entry)
  }
  return sections
}

function readEntry(content: string, line: Line): IniEntry | null {
  // A colon separates only where white space follows: it may be part of a key.
  const found = /^(\s*)([^\s;#=[](?:[^=:]|:(?!\s|$))*?)(\s*(?:=|:(?=\s|$))[ \t]*)/.exec(content)
  if (!found) return null
  const [whole, indent = '', key = ''] = found
  const valueStart = line.start + whole.length
  return {
    key,
    line,
    keyEnd: line.start + indent.length + key.length,
    valueStart,
    valueEnd: valueStart + valueLength(content.slice(whole.length)),
  }
}

/** A semicolon after white space begins a comment, outside of quotes and structs; `#` may be part of a name. */
function valueLength(rest: string): number {
  const quoted = /^"(?:\\.|[^"\\])*"(?=\s*(?:;.*)?$)/.exec(rest)
  if (quoted) return quoted[0].length
  const struct = structLength(rest)
  if (struct !== null && /^\s*(?:;.*)?$/.test(rest.slice(struct))) return struct
  const comment = /(?:^|[ \t]);.*$/.exec(rest)
  return rest.slice(0, comment?.index ?? rest.length).trimEnd().length
}
