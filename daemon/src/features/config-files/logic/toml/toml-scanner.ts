// Reads the small pieces of TOML: keys, strings, numbers, lists and inline tables.

import { newTable, type TomlNode, type TomlTable, type TomlValue } from './toml-node.ts'

/** Says only that the text is no TOML; caught where a file is read. */
export class TomlProblem extends Error {}

const depthLimit = 200
const bareKey = /[A-Za-z0-9_-]+/y
const basicString = /"((?:\\[^\r\n]|[^"\\\r\n])*)"/y
const literalString = /'([^'\r\n]*)'/y
const longBasicString = /"""((?:\\[\s\S]|"{0,2}[^"\\])*)"{3,5}/y
const longLiteralString = /'''((?:'{0,2}[^'])*)'{3,5}/y
const otherValue = /\d{4}-\d\d-\d\d \d\d:\d\d[^\s,\]}#]*|[^\s,\]}#"'[{]+/y
const blank = /[ \t]*/y
const blankLinesAndComments = /(?:[ \t\r\n]|#[^\n]*)*/y

export class TomlScanner {
  readonly text: string
  at = 0

  constructor(text: string) {
    this.text = text
  }

  match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.at
    const found = pattern.exec(this.text)
    if (found) this.at = pattern.lastIndex
    return found
  }

  require(text: string): void {
    if (!this.text.startsWith(text, this.at)) throw new TomlProblem()
    this.at += text.length
  }

  isAt(text: string): boolean {
    return this.text.startsWith(text, this.at)
  }

  skipBlanks(): void {
    this.match(blank)
  }

  skipLines(): void {
    this.match(blankLinesAndComments)
  }

  /** `a."b c".d` */
  readKey(): string[] {
    const names: string[] = []
    do {
      this.skipBlanks()
      const quoted = this.match(basicString)
      const name = quoted
        ? unescaped(quoted[1] ?? '')
        : (this.match(literalString)?.[1] ?? this.match(bareKey)?.[0])
      if (name === undefined) throw new TomlProblem()
      names.push(name)
      this.skipBlanks()
    } while (this.match(/\./y))
    return names
  }

  readValue(depth = 0): TomlNode {
    if (depth > depthLimit) throw new TomlProblem()
    if (this.isAt('[')) return this.#readList(depth)
    if (this.isAt('{')) return this.#readInlineTable(depth)
    const start = this.at
    const string = this.#readString()
    if (string) return { type: 'value', kind: 'string', ...string, start, end: this.at }
    const text = this.match(otherValue)?.[0]
    if (text === undefined) throw new TomlProblem()
    return { type: 'value', kind: kindOf(text), quotes: null, value: text, start, end: this.at }
  }

  #readString(): Pick<TomlValue, 'value' | 'quotes'> | null {
    const long = this.match(longBasicString)
    if (long) return { value: unescaped(withoutFirstBreak(long[0].slice(3, -3))), quotes: 'basic' }
    const longLiteral = this.match(longLiteralString)
    if (longLiteral) return { value: withoutFirstBreak(longLiteral[0].slice(3, -3)), quotes: 'literal' }
    const basic = this.match(basicString)
    if (basic) return { value: unescaped(basic[1] ?? ''), quotes: 'basic' }
    const literal = this.match(literalString)
    return literal ? { value: literal[1] ?? '', quotes: 'literal' } : null
  }

  #readList(depth: number): TomlNode {
    this.require('[')
    const items: TomlNode[] = []
    for (;;) {
      this.skipLines()
      if (this.match(/\]/y)) return { type: 'list', items, isOfTables: false, path: [] }
      items.push(this.readValue(depth + 1))
      this.skipLines()
      if (!this.match(/,/y) && !this.isAt(']')) throw new TomlProblem()
    }
  }

  #readInlineTable(depth: number): TomlTable {
    this.require('{')
    const table = newTable('inline', [], false)
    for (;;) {
      this.skipLines()
      table.close = this.at
      if (this.match(/\}/y)) return table
      const path = this.readKey()
      this.require('=')
      this.skipBlanks()
      put(table, path, this.readValue(depth + 1), null)
      this.skipLines()
      if (!this.match(/,/y) && !this.isAt('}')) throw new TomlProblem()
    }
  }
}

/** Sets `path` below `table`; `line` is where the dotted key stands. */
export function put(table: TomlTable, path: readonly string[], node: TomlNode, line: number | null): void {
  let current = table
  for (const name of path.slice(0, -1)) {
    let next = current.entries.get(name)
    if (next === undefined) {
      const dotted = newTable(
        'dotted',
        [...(current.form === 'dotted' ? current.path : []), name],
        current.isInList,
      )
      current.entries.set(name, dotted)
      next = dotted
    }
    if (next.type !== 'table') throw new TomlProblem()
    if (next.form === 'dotted') next.lastLine = line
    current = next
  }
  current.entries.set(path.at(-1) ?? '', node)
}

function kindOf(text: string): TomlValue['kind'] {
  if (text === 'true' || text === 'false') return 'boolean'
  if (/^\d{4}-|^\d\d:/.test(text)) return null
  if (/^[-+]?(?:[\d._eE+-]+|0x[\da-fA-F_]+|0o[0-7_]+|0b[01_]+|inf|nan)$/.test(text)) return 'number'
  throw new TomlProblem()
}

function withoutFirstBreak(text: string): string {
  return text.replace(/^\r?\n/, '')
}

const named: Record<string, string> = { b: '\b', t: '\t', n: '\n', f: '\f', r: '\r', e: '\u001b' }

function unescaped(raw: string): string {
  return raw.replace(
    /\\(?:u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|x([0-9a-fA-F]{2})|[ \t]*\r?\n\s*|([\s\S]))/g,
    (_, short?: string, long?: string, byte?: string, letter?: string) => {
      const code = short ?? long ?? byte
      if (code !== undefined) {
        const point = Number.parseInt(code, 16)
        if (point > 0x10ffff) throw new TomlProblem()
        return String.fromCodePoint(point)
      }
      return letter === undefined ? '' : (named[letter] ?? letter)
    },
  )
}
