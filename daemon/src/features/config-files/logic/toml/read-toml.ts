// Reads a TOML text into its tables, lists and values with their places.

import { newTable, type TomlList, type TomlTable } from './toml-node.ts'
import { put, TomlProblem, TomlScanner } from './toml-scanner.ts'

/** Null: this is no TOML. */
export function readToml(text: string): TomlTable | null {
  try {
    return readTables(new TomlScanner(text))
  } catch (error) {
    if (error instanceof TomlProblem) return null
    throw error
  }
}

function readTables(scanner: TomlScanner): TomlTable {
  const root = newTable('root', [], false)
  let table = root
  for (scanner.skipLines(); scanner.at < scanner.text.length; scanner.skipLines()) {
    const line = scanner.at
    if (scanner.isAt('[')) {
      table = readHeader(scanner, root)
      table.lastLine = line
    } else {
      const path = scanner.readKey()
      scanner.require('=')
      scanner.skipBlanks()
      const value = scanner.readValue()
      // The last line of a value that has several.
      const last = scanner.at - 1
      put(table, path, value, last)
      table.lastLine = last
    }
    requireLineEnd(scanner)
  }
  return root
}

function requireLineEnd(scanner: TomlScanner): void {
  if (!scanner.match(/[ \t]*(?:#[^\n]*)?(?=\r?\n|$)/y)) throw new TomlProblem()
}

function readHeader(scanner: TomlScanner, root: TomlTable): TomlTable {
  const isOfList = scanner.isAt('[[')
  scanner.require(isOfList ? '[[' : '[')
  const path = scanner.readKey()
  scanner.require(isOfList ? ']]' : ']')
  const parent = walkTo(root, path.slice(0, -1))
  const name = path.at(-1) ?? ''
  const present = parent.entries.get(name)
  if (isOfList) return addToList(parent, name, path, present)
  if (present === undefined) {
    const table = newTable('header', path, parent.isInList)
    parent.entries.set(name, table)
    return table
  }
  if (present.type !== 'table' || present.form === 'inline' || present.form === 'dotted')
    throw new TomlProblem()
  present.form = 'header'
  return present
}

function addToList(
  parent: TomlTable,
  name: string,
  path: string[],
  present: ReturnType<TomlTable['entries']['get']>,
): TomlTable {
  const list: TomlList =
    present?.type === 'list' ? present : { type: 'list', items: [], isOfTables: true, path }
  if (!list.isOfTables || (present !== undefined && present !== list)) throw new TomlProblem()
  parent.entries.set(name, list)
  const table = newTable('header', path, true)
  list.items.push(table)
  return table
}

/** Through the last entry of each list, as headers mean it. */
function walkTo(root: TomlTable, path: readonly string[]): TomlTable {
  let current = root
  for (const [index, name] of path.entries()) {
    const next = current.entries.get(name)
    if (next === undefined) {
      const implied = newTable('implied', path.slice(0, index + 1), current.isInList)
      current.entries.set(name, implied)
      current = implied
      continue
    }
    const table = next.type === 'list' && next.isOfTables ? next.items.at(-1) : next
    if (table?.type !== 'table' || table.form === 'inline') throw new TomlProblem()
    current = table
  }
  return current
}
