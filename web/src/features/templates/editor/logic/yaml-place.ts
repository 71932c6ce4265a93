// Where in a YAML text the cursor is, line by line: a text that is being typed is rarely whole, so no parser is asked.

export interface YamlPlace {
  /** Of the value that is typed, or of the map whose key is typed. */
  path: (string | number)[]
  kind: 'key' | 'value'
  /** Where what is typed begins. */
  from: number
  typed: string
  /** The keys of the same map, with what stands on their lines. */
  siblings: Record<string, string>
}

interface Token {
  kind: 'dash' | 'key'
  line: number
  column: number
  name: string
  value: string
}

const keyPattern = /^(['"]?)([A-Za-z_][\w.-]*)\1\s*:(?:\s+(.*))?$/

function tokensOf(line: string, number: number): Token[] {
  const tokens: Token[] = []
  let column = line.length - line.trimStart().length
  while (/^-(\s|$)/.test(line.slice(column))) {
    tokens.push({ kind: 'dash', line: number, column, name: '', value: '' })
    column += 1
    column += line.slice(column).length - line.slice(column).trimStart().length
  }
  const [, , name, value = ''] = keyPattern.exec(line.slice(column).trimEnd()) ?? []
  if (name !== undefined) tokens.push({ kind: 'key', line: number, column, name, value })
  return tokens
}

const isTextBlock = (value: string) => /^[|>][+-]?\d?\s*$/.test(value)

/** The path of what begins at this column, from the tokens before it; null inside of a block of text. */
function pathBefore(tokens: readonly Token[], column: number): (string | number)[] | null {
  const path: (string | number)[] = []
  let limit = column
  let item: { column: number; index: number } | null = null
  for (const token of tokens.toReversed()) {
    if (token.kind === 'dash') {
      if (item && token.column === item.column) item.index += 1
      if (item ? token.column >= item.column : token.column >= limit) continue
      if (item) path.unshift(item.index)
      item = { column: token.column, index: 0 }
      limit = token.column
      continue
    }
    // A list may stand at the same column as its key.
    if (item ? token.column > item.column : token.column >= limit) continue
    if (isTextBlock(token.value)) return null
    if (item) path.unshift(item.index)
    item = null
    path.unshift(token.name)
    limit = token.column
  }
  return path
}

function siblingsOf(tokens: readonly Token[], line: number, column: number): Record<string, string> {
  const siblings: Record<string, string> = {}
  const collect = (list: readonly Token[]) => {
    for (const token of list) {
      if (token.column < column) return
      if (token.kind === 'key' && token.column === column && token.line !== line)
        siblings[token.name] = token.value
    }
  }
  collect(tokens.filter(token => token.line <= line && token.column >= 0).toReversed())
  collect(tokens.filter(token => token.line > line))
  return siblings
}

interface Bracket {
  sign: string
  key: string
  index: number
}

/** The brackets that are open at the end of a text on one line, with the key or number of the entry that is typed. */
function openBrackets(text: string): { open: Bracket[]; typedAt: number } {
  const open: Bracket[] = []
  let quote = ''
  let typedAt = 0
  for (let at = 0; at < text.length; at++) {
    const sign = text[at] ?? ''
    const last = open.at(-1)
    if (quote) {
      if (sign === quote) quote = ''
    } else if (sign === '"' || sign === "'") quote = sign
    else if (sign === '{' || sign === '[') {
      // `{var.NAME}` is text; a map has a space after its bracket here.
      open.push({ sign, key: '', index: 0 })
      typedAt = at + 1
    } else if (sign === '}' || sign === ']') {
      open.pop()
      typedAt = at + 1
    } else if (sign === ',' && last) {
      last.key = ''
      last.index += 1
      typedAt = at + 1
    } else if (sign === ':' && last?.sign === '{' && /\s|^$/.test(text[at + 1] ?? '')) {
      last.key = text.slice(typedAt, at).trim().replaceAll(/['"]/g, '')
      typedAt = at + 1
    }
  }
  return { open, typedAt }
}

function flowPlace(base: (string | number)[], value: string, end: number): YamlPlace | null {
  const { open, typedAt } = openBrackets(value)
  const last = open.at(-1)
  if (!last) return null
  const path = [...base]
  for (const bracket of open) {
    if (bracket.sign === '[') path.push(bracket.index)
    else if (bracket.key !== '') path.push(bracket.key)
  }
  const typed = value.slice(typedAt).trimStart()
  const siblings: Record<string, string> = {}
  if (last.sign === '{') {
    const inside = value.slice(value.lastIndexOf('{') + 1)
    for (const [, name = '', text = ''] of inside.matchAll(/([\w.-]+)\s*:\s*([^,}]*)/g))
      siblings[name] = text.trim()
  }
  const isKey = last.sign === '{' && last.key === ''
  return { path, kind: isKey ? 'key' : 'value', from: end - typed.length, typed, siblings }
}

export function yamlPlaceAt(text: string, offset: number): YamlPlace | null {
  const lineBegin = text.lastIndexOf('\n', offset - 1) + 1
  const before = text.slice(lineBegin, offset)
  if (text.trimStart().startsWith('{') || /^\s*#/.test(before)) return null
  const lines = text.split('\n')
  const number = text.slice(0, lineBegin).split('\n').length - 1
  const tokens = lines.flatMap((line, index) => tokensOf(line, index))
  // What stands before the cursor on its own line counts, but for the key that is being typed.
  const own = tokensOf(before, number)
  const key = own.at(-1)?.kind === 'key' ? own.at(-1) : undefined
  const dashes = own.filter(({ kind }) => kind === 'dash')
  const lead = dashes.length > 0 ? (/^[\s-]*\s/.exec(before)?.[0].length ?? before.length) : null
  const column = key?.column ?? lead ?? before.length - before.trimStart().length
  const base = pathBefore([...tokens.filter(({ line }) => line < number), ...dashes], column)
  if (!base) return null
  const siblings = siblingsOf(tokens, number, column)
  if (key) {
    const path = [...base, key.name]
    const value = before.slice(before.indexOf(':', key.column + key.name.length) + 1)
    const flow = flowPlace(path, value, offset)
    if (flow) return flow
    const typed = value.trimStart()
    return { path, kind: 'value', from: offset - typed.length, typed, siblings }
  }
  const typed = before.slice(column)
  const flow = flowPlace(base, typed, offset)
  if (flow) return flow
  return /^['"]?[\w.:-]*$/.test(typed)
    ? { path: base, kind: 'key', from: offset - typed.length, typed, siblings }
    : null
}

export interface DefinedNames {
  variables: string[]
  ports: string[]
  /** By `read-json` steps. */
  found: string[]
}

/** Names that a template gives to its variables, its ports and what its steps find. */
export function definedNames(text: string): DefinedNames {
  const names: DefinedNames = { variables: [], ports: [], found: [] }
  const tokens: Token[] = []
  for (const [number, line] of text.split('\n').entries()) {
    const own = tokensOf(line, number)
    const [, inFlow] = /^[\s-]*\{.*?\bname:\s*['"]?(\w+)/.exec(line) ?? []
    const key = own.at(-1)?.kind === 'key' ? own.at(-1) : undefined
    const name = inFlow ?? (key?.name === 'name' ? key.value.replaceAll(/['"]/g, '').trim() : undefined)
    const before = key ? own.slice(0, -1) : own
    if (name || key) {
      const path = pathBefore([...tokens, ...before], key?.column ?? line.length)
      if (path?.[0] === 'ports' && path.length === 1 && key) names.ports.push(key.name)
      else if (name && path?.[0] === 'variables') names.variables.push(name)
      else if (name && path?.[0] === 'extra_ports') names.ports.push(name)
      else if (name && (path?.[0] === 'install' || path?.[0] === 'update')) names.found.push(name)
    }
    tokens.push(...own)
  }
  return names
}
