// What a TOML text consists of: tables, lists and values, each with its place in the text.

import type { TreeNode } from '../find-places.ts'
import type { ScalarKind } from '../scalar-kind.ts'

export type TableForm =
  /** Before the first header. */
  | 'root'
  /** `[a.b]`, or one entry of `[[a.b]]`. */
  | 'header'
  /** Only tables below it have a header. */
  | 'implied'
  /** Made by a dotted key. */
  | 'dotted'
  /** `{ a = 1 }`. */
  | 'inline'

export interface TomlTable extends TreeNode<TomlNode> {
  type: 'table'
  form: TableForm
  entries: Map<string, TomlNode>
  /** As it stands in a header, or in the dotted key that made it. */
  path: string[]
  /** Somewhere in the line that is the last of its own; null: there is none. */
  lastLine: number | null
  /** `inline`: the place of the closing brace. */
  close: number
  isInList: boolean
}

export interface TomlList extends TreeNode<TomlNode> {
  type: 'list'
  items: TomlNode[]
  /** Made of `[[headers]]`. */
  isOfTables: boolean
  path: string[]
}

export interface TomlValue extends TreeNode<TomlNode> {
  type: 'value'
  /** Null: a date or time. */
  kind: ScalarKind | null
  quotes: 'basic' | 'literal' | null
  /** What is in the quotes, decoded; else the text as it is. */
  value: string
  start: number
  end: number
}

export type TomlNode = TomlTable | TomlList | TomlValue

export function newTable(form: TableForm, path: string[], isInList: boolean): TomlTable {
  return { type: 'table', form, entries: new Map(), path, lastLine: null, close: 0, isInList }
}
