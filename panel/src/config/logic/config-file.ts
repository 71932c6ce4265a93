// Reads the text of config.env: NAME=value lines, with comments, quotes and an optional leading "export".

export interface ConfigFileEntry {
  name: string
  value: string
  line: number
}

export interface ConfigFileReading {
  /** One entry per name; when a name is repeated the last line counts. */
  entries: ConfigFileEntry[]
  /** Lines that cannot be read. Their content is never repeated: it may be a secret. */
  problems: string[]
  warnings: string[]
}

const byteOrderMark = '\uFEFF'
const assignment = /^(?:export[ \t]+)?([A-Za-z_][A-Za-z0-9_]*)[ \t]*=[ \t]*(.*)$/
const ordinaryName = /^[A-Z][A-Z0-9_]*$/

export function parseConfigFile(text: string): ConfigFileReading {
  const entries = new Map<string, ConfigFileEntry>()
  const problems: string[] = []
  const warnings: string[] = []
  const lines = (text.startsWith(byteOrderMark) ? text.slice(1) : text).split(/\r\n|\n|\r/)
  for (const [index, rawLine] of lines.entries()) {
    const line = index + 1
    const content = rawLine.trim()
    if (content === '' || content.startsWith('#')) continue
    const read = readLine(content)
    if ('wrong' in read) {
      problems.push(`line ${line}: ${read.wrong}`)
      continue
    }
    const earlier = entries.get(read.name)
    if (earlier) warnings.push(repeated(read.name, earlier.line, line))
    entries.set(read.name, { ...read, line })
  }
  return { entries: [...entries.values()], problems, warnings }
}

/** A name that does not look like a variable may be the second half of a broken secret, so it is not shown. */
export function displayName(name: string): string {
  return ordinaryName.test(name) ? name : 'a name'
}

function repeated(name: string, firstLine: number, secondLine: number): string {
  return `${displayName(name)} is set on line ${firstLine} and again on line ${secondLine}: the later line counts`
}

function readLine(content: string): { name: string; value: string } | { wrong: string } {
  const match = assignment.exec(content)
  if (!match) return { wrong: 'not understood; write NAME=value, or # before a comment' }
  const name = match[1] ?? ''
  const written = match[2] ?? ''
  const quote = written[0]
  if (quote !== '"' && quote !== "'") return { name, value: withoutComment(written) }
  const quoted = quote === '"' ? readDoubleQuoted(written) : readSingleQuoted(written)
  if (!quoted) return { wrong: `the value opens with ${quote} but does not close with it` }
  const rest = written.slice(quoted.length).trim()
  if (rest !== '' && !rest.startsWith('#')) return { wrong: 'there is text after the closing quote' }
  return { name, value: quoted.value }
}

/** A # begins a comment only after a space, so that values may contain it. */
function withoutComment(written: string): string {
  if (written.startsWith('#')) return ''
  return written.replace(/[ \t]+#.*$/, '').trim()
}

interface Quoted {
  value: string
  /** Characters used, both quotes included. */
  length: number
}

function readSingleQuoted(written: string): Quoted | null {
  const end = written.indexOf("'", 1)
  return end === -1 ? null : { value: written.slice(1, end), length: end + 1 }
}

const escapes: Record<string, string> = { n: '\n', r: '\r', t: '\t', '"': '"', '\\': '\\' }

/** Inside double quotes \n, \r, \t, \" and \\ are escapes; any other backslash stands for itself. */
function readDoubleQuoted(written: string): Quoted | null {
  let value = ''
  for (let position = 1; position < written.length; position += 1) {
    const character = written[position] ?? ''
    if (character === '"') return { value, length: position + 1 }
    const escaped = character === '\\' ? escapes[written[position + 1] ?? ''] : undefined
    if (escaped === undefined) value += character
    else {
      value += escaped
      position += 1
    }
  }
  return null
}
