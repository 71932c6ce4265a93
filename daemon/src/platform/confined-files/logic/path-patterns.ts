// Paths named by patterns in the manner of gitignore, as eggs name those that people may not touch.

export interface PathPatterns {
  /** True for what a pattern names and for everything below it; of several patterns the last one decides. */
  matches(path: string): boolean
}

interface Pattern {
  isNegated: boolean
  parts: readonly Part[]
}

/** One name of a path, or any number of them. */
type Part = 'any names' | readonly Mark[]
/** One character, or any number of them. */
type Mark = 'any characters' | ((character: string) => boolean)

/**
 * `*`, `?` and `[…]` stay within one name, `**` spans several. A pattern holds at any depth unless it begins with `/`
 * or, as in Pterodactyl, has `*.` behind a `/`. `!` in front takes a match back; `#` begins a comment. Letters match
 * in their own case. No pattern takes more than its own length times the length of the path, whatever it is.
 */
export function createPathPatterns(lines: readonly string[]): PathPatterns {
  const patterns = lines.flatMap(line => parsePattern(line) ?? [])
  return {
    matches(path) {
      const names = path.split('/')
      let isMatch = false
      for (const { isNegated, parts } of patterns) {
        if (isMatch === isNegated && matchesNames(parts, names)) isMatch = !isNegated
      }
      return isMatch
    },
  }
}

function parsePattern(line: string): Pattern | null {
  let text = line.replace(/\r$/, '')
  if (text.startsWith('#')) return null
  text = text.replace(/^ +/, '').replace(/(?<!\\) +$/, '')
  const isNegated = text.startsWith('!')
  if (isNegated) text = text.slice(1)
  const isAnchored = text.startsWith('/') || /[^/+]\/.*\*\./.test(text)
  const names = text.split('/').filter(name => name !== '' && name !== '.')
  if (names.length === 0) return null
  const parts = names.map((name): Part => (name === '**' ? 'any names' : marksOf(name)))
  // What is below a match is matched in any case.
  while (parts.length > 1 && parts.at(-1) === 'any names') parts.pop()
  return { isNegated, parts: isAnchored ? parts : ['any names', ...parts] }
}

function marksOf(name: string): Mark[] {
  const characters = Array.from(name)
  const marks: Mark[] = []
  for (let at = 0; at < characters.length; at += 1) {
    const character = characters[at] ?? ''
    if (character === '*') {
      if (marks.at(-1) !== 'any characters') marks.push('any characters')
    } else if (character === '?') marks.push(() => true)
    else if (character === '[' && characters.indexOf(']', at + 2) !== -1) {
      const end = characters.indexOf(']', at + 2)
      marks.push(oneOf(characters.slice(at + 1, end)))
      at = end
    } else {
      if (character === '\\' && at + 1 < characters.length) at += 1
      const wanted = characters[at]
      marks.push(found => found === wanted)
    }
  }
  return marks
}

function oneOf(characters: readonly string[]): (character: string) => boolean {
  const isNot = characters[0] === '!' || characters[0] === '^'
  const members = isNot ? characters.slice(1) : characters
  return character => {
    let isMember = false
    for (let at = 0; at < members.length; at += 1) {
      const [from = '', dash, to] = members.slice(at, at + 3)
      if (dash === '-' && to !== undefined) {
        isMember ||= from <= character && character <= to
        at += 2
      } else isMember ||= from === character
    }
    return isMember !== isNot
  }
}

/** True as soon as the parts are used up: what is left of the path lies below the match. */
function matchesNames(parts: readonly Part[], names: readonly string[]): boolean {
  const fitsPart = (part: Part, name: string) => part !== 'any names' && matchesName(part, name)
  return fits(parts, names, { wild: 'any names', fitsOne: fitsPart, mustUseAll: false })
}

function matchesName(marks: readonly Mark[], name: string): boolean {
  const fitsMark = (mark: Mark, character: string) => mark !== 'any characters' && mark(character)
  return fits(marks, Array.from(name), { wild: 'any characters', fitsOne: fitsMark, mustUseAll: true })
}

interface Fitting<One> {
  wild: One
  fitsOne: (one: One, item: string) => boolean
  mustUseAll: boolean
}

/** Goes back to the last wildcard only: an earlier one has nothing to win from taking more. */
function fits<One>(pattern: readonly One[], items: readonly string[], fitting: Fitting<One>): boolean {
  const { wild, fitsOne, mustUseAll } = fitting
  let inPattern = 0
  let inItems = 0
  let lastWild = -1
  let wildEnd = 0
  for (;;) {
    const one = pattern[inPattern]
    const item = items[inItems]
    if (one === undefined && (!mustUseAll || item === undefined)) return true
    if (one === wild) {
      lastWild = inPattern
      wildEnd = inItems
      inPattern += 1
    } else if (one !== undefined && item !== undefined && fitsOne(one, item)) {
      inPattern += 1
      inItems += 1
    } else if (lastWild >= 0 && wildEnd < items.length) {
      wildEnd += 1
      inItems = wildEnd
      inPattern = lastWild + 1
    } else return false
  }
}
