// An egg's startup as shell text: every `{{VAR}}` becomes `${VAR}`, so that values come from the environment alone.
//
// A value is never part of the text that a shell reads. Where the quoting would keep `${VAR}` from being replaced, or
// would hand it to a second shell (`bash -c "…"`, `eval '…'`), it is written in the way that the last shell replaces it.

import { eggPlaceholder, environmentNameOf } from './egg-environment.ts'

export interface ShellCommand {
  shell: string
  /** Environment variables that it names by `{{…}}`. */
  names: string[]
  /** Keys that name nothing here; they became empty. */
  unknownKeys: string[]
  /** Variables whose value is itself read as a command or as arithmetic. */
  evaluated: string[]
  needsBash: boolean
}

type Kind = 'plain' | 'single' | 'double' | 'parentheses' | 'arithmetic' | 'backtick'

interface Place {
  kind: Kind
  /** The text inside these quotes is read by another shell. */
  isScript: boolean
  /** Open parentheses, or in a script an open single quote (1). */
  depth: number
}

const runsAScript = /(?:^|[\s;&|(`/])(?:(?:ba|da|a|z)?sh(?:\s+-\S+)*\s+-[a-z]*c|eval)\s+$/
const bashOnly =
  /\[\[|\[ [^\]]*==|\$\{\w+(?:\/|\^|,|:\d|\[)|<<<|&>|\|&|(?:^|[\s;])(?:source|function|coproc|compgen|declare|local|mapfile|readarray|shopt|pushd) |=\(|\$'|[<>]\(|(?:^|[\s;])\(\(|\{\d+\.\.\d+\}/

/** So much of what stands before a quote decides about it. */
const seenBefore = 200
const before = (text: string, index: number) => text.slice(Math.max(0, index - seenBefore), index)

export function shellCommand(startup: string): ShellCommand {
  const found: ShellCommand = { shell: '', names: [], unknownKeys: [], evaluated: [], needsBash: false }
  const places: Place[] = [{ kind: 'plain', isScript: false, depth: 0 }]
  let index = 0
  while (index < startup.length) {
    const place = places.at(-1) as Place
    const written = placeholderAt(startup, index)
    if (written) {
      found.shell += expansion(written.key, place, found)
      index += written.length
      continue
    }
    const taken = step(startup, index, places)
    const text = startup.slice(index, index + taken)
    // A comment is for nobody here; in it nothing is filled.
    const isComment = text.startsWith('#') && taken > 1
    if (text.startsWith('\\') && placeholderAt(startup, index + 1)) {
      // It escapes the first character of a value, which needs no escaping here; in quotes it stays a backslash.
      found.shell += place.kind === 'plain' || place.kind === 'parentheses' ? '' : '\\\\'
      index += 1
      continue
    }
    if (isComment) found.shell += text.replaceAll(/[{}]/g, '')
    else if (text === '\\{' && looksLikeOurs(startup, index + 1))
      found.shell += (place.kind === 'double' ? '\\' : '') + braceAsText(place)
    else found.shell += looksLikeOurs(startup, index) ? braceAsText(place) : text
    index += taken
  }
  found.needsBash = bashOnly.test(startup)
  found.evaluated.push(...comparedAsNumbers(startup))
  if (found.needsBash) found.shell = `exec bash -c ${inSingleQuotes(found.shell)}`
  return found
}

/** Bash calculates with what it compares by `-eq`, `-lt` … inside of `[[ ]]`, and a calculation can run commands. */
function comparedAsNumbers(startup: string): string[] {
  const conditions = [...startup.matchAll(/\[\[(?:[^\]]|\](?!\]))*\]\]/g)].map(([text]) => text)
  const calculated = conditions.filter(text => /\s-(?:eq|ne|lt|le|gt|ge)\s/.test(text))
  const keys = calculated.flatMap(text => [...text.matchAll(eggPlaceholder)].map(([, key = '']) => key))
  return keys.flatMap(key => environmentNameOf(key) ?? [])
}

export function inSingleQuotes(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}

/** `{server.name}` is text to every shell, while here a template that says it would be taken for mistaken. */
function looksLikeOurs(text: string, index: number): boolean {
  return text[index] === '{' && /^\{[a-z]+\.\w+\}/.test(text.slice(index, index + seenBefore))
}

/** In each kind of quotes what the shell reads as one brace, and whoever looks for placeholders does not. */
function braceAsText({ kind }: Place): string {
  if (kind === 'single') return "{''"
  return kind === 'double' ? '{""' : '{\\'
}

function placeholderAt(text: string, index: number): { key: string; length: number } | null {
  if (!text.startsWith('{{', index)) return null
  const match = new RegExp(eggPlaceholder.source, 'y')
  match.lastIndex = index
  const found = match.exec(text)
  return found ? { key: found[1] ?? '', length: found[0].length } : null
}

function expansion(key: string, place: Place, found: ShellCommand): string {
  const name = environmentNameOf(key)
  if (name === null) {
    found.unknownKeys.push(key)
    return ''
  }
  found.names.push(name)
  const isRun = place.kind === 'plain' && runsAScript.test(found.shell.slice(-seenBefore))
  if (isRun || place.kind === 'arithmetic') found.evaluated.push(name)
  if (place.isScript) {
    if (place.kind === 'single') return `\${${name}}`
    return place.depth % 2 === 1 ? `'\\"\\\${${name}}\\"'` : `\\\${${name}}`
  }
  return place.kind === 'single' ? `'"\${${name}}"'` : `\${${name}}`
}

/** Reads what stands at this place, keeps track of the quoting, and tells how many characters it took. */
function step(text: string, index: number, places: Place[]): number {
  const place = places.at(-1) as Place
  const character = text[index] ?? ''
  const open = (kind: Kind, isScript = false) => places.push({ kind, isScript, depth: 0 })
  if (place.kind === 'single') {
    if (character === "'") places.pop()
    return 1
  }
  if (character === '\\') return Math.min(2, text.length - index)
  if (text.startsWith('$((', index)) {
    open('arithmetic')
    return 3
  }
  if (text.startsWith('$(', index)) {
    open('parentheses')
    return 2
  }
  if (character === '`') {
    if (place.kind === 'backtick') places.pop()
    else open('backtick')
    return 1
  }
  if (place.kind === 'double') {
    if (character === '"') places.pop()
    if (character === "'" && place.isScript) place.depth++
    return 1
  }
  if (place.kind === 'arithmetic') return inArithmetic(text, index, places)
  if (character === "'" || character === '"') {
    open(character === "'" ? 'single' : 'double', runsAScript.test(before(text, index)))
    return 1
  }
  if (character === '#' && /(?:^|[\s;])$/.test(before(text, index))) {
    const end = text.indexOf('\n', index)
    return (end < 0 ? text.length : end) - index
  }
  if (place.kind === 'parentheses') {
    if (character === '(') place.depth++
    if (character === ')' && place.depth-- === 0) places.pop()
  }
  return 1
}

function inArithmetic(text: string, index: number, places: Place[]): number {
  const place = places.at(-1) as Place
  const character = text[index]
  if (character === '(') place.depth++
  if (character !== ')') return 1
  if (place.depth > 0) {
    place.depth--
    return 1
  }
  places.pop()
  return text.startsWith('))', index) ? 2 : 1
}
