// Reads a TOML text into its tables, lists and values with their places.

import { type AST, ParseError, parseTOML } from 'toml-eslint-parser'
import { newTable, type TomlNode, type TomlTable } from './toml-node.ts'

/** Null: this is no TOML. */
export function readToml(text: string): TomlTable | null {
  try {
    // Also inline tables of several lines.
    return readTables(text, parseTOML(text, { tomlVersion: '1.1' }).body[0])
  } catch (error) {
    // A RangeError: nested without end, or a string so long that the parser's stack does not hold it.
    if (error instanceof ParseError || error instanceof RangeError) return null
    throw error
  }
}

function readTables(text: string, { body }: AST.TOMLTopLevelTable): TomlTable {
  const root = newTable('root', [], false)
  for (const node of body) {
    if (node.type === 'TOMLKeyValue') putLine(text, root, node)
    else {
      const table = tableOfHeader(root, node)
      table.lastLine = node.range[0]
      for (const line of node.body) putLine(text, table, line)
    }
  }
  return root
}

function putLine(text: string, table: TomlTable, line: AST.TOMLKeyValue): void {
  // The last line of a value that has several.
  const last = line.value.range[1] - 1
  put(text, table, line, last)
  table.lastLine = last
}

/** Sets a key, which may be dotted, below `table`; `lastLine` is where it stands. */
function put(
  text: string,
  table: TomlTable,
  { key, value }: AST.TOMLKeyValue,
  lastLine: number | null,
): void {
  const path = namesOf(key)
  let current = table
  for (const name of path.slice(0, -1)) {
    const above = current.form === 'dotted' ? current.path : []
    const next = current.entries.get(name) ?? newTable('dotted', [...above, name], current.isInList)
    // The parser has refused what is no table.
    if (next.type !== 'table') return
    if (next.form === 'dotted') next.lastLine = lastLine
    current.entries.set(name, next)
    current = next
  }
  current.entries.set(path.at(-1) ?? '', nodeOf(text, value))
}

function nodeOf(text: string, value: AST.TOMLContentNode): TomlNode {
  const [start, end] = value.range
  if (value.type === 'TOMLArray') {
    return {
      type: 'list',
      items: value.elements.map(each => nodeOf(text, each)),
      isOfTables: false,
      path: [],
    }
  }
  if (value.type === 'TOMLInlineTable') {
    const table = newTable('inline', [], false)
    table.close = end - 1
    for (const entry of value.body) put(text, table, entry, null)
    return table
  }
  if (value.kind === 'string') {
    return { type: 'value', kind: 'string', quotes: value.style, value: value.value, start, end }
  }
  const isNumber = value.kind === 'integer' || value.kind === 'float'
  const kind = isNumber ? 'number' : value.kind === 'boolean' ? 'boolean' : null
  return { type: 'value', kind, quotes: null, value: text.slice(start, end), start, end }
}

function tableOfHeader(root: TomlTable, { key, kind }: AST.TOMLTable): TomlTable {
  const path = namesOf(key)
  const name = path.at(-1) ?? ''
  const parent = walkTo(root, path.slice(0, -1))
  const present = parent.entries.get(name)
  if (kind === 'standard' && present?.type === 'table') {
    present.form = 'header'
    return present
  }
  const table = newTable('header', path, kind === 'array' || parent.isInList)
  if (kind === 'standard') parent.entries.set(name, table)
  else if (present?.type === 'list') present.items.push(table)
  else parent.entries.set(name, { type: 'list', items: [table], isOfTables: true, path })
  return table
}

/** Through the last entry of each list, as headers mean it. */
function walkTo(root: TomlTable, path: readonly string[]): TomlTable {
  let current = root
  for (const [index, name] of path.entries()) {
    const present = current.entries.get(name)
    const next = present?.type === 'list' ? present.items.at(-1) : present
    if (next?.type === 'table') current = next
    else {
      const implied = newTable('implied', path.slice(0, index + 1), current.isInList)
      current.entries.set(name, implied)
      current = implied
    }
  }
  return current
}

function namesOf({ keys }: AST.TOMLKey): string[] {
  return keys.map(key => (key.type === 'TOMLBare' ? key.name : key.value))
}
