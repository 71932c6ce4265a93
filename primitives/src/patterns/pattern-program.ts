// Turns a regular expression into a small program that can be run without ever going wrong in time (pattern.ts).

/** Matches exactly one character. */
export type OneCharacter = (character: string) => boolean

export type Instruction =
  | { do: 'character'; fits: OneCharacter }
  /** Tries the first way, then the second. */
  | { do: 'either'; first: number; second: number }
  | { do: 'go'; to: number }
  | { do: 'save'; slot: number }
  /** Groups of an iteration that begins again are empty. */
  | { do: 'forget'; from: number; to: number }
  | { do: 'assert'; holds: (text: string, at: number) => boolean; isStart?: boolean }
  | { do: 'look'; program: Instruction[]; isBehind: boolean; isNegative: boolean; longest: number }
  | { do: 'repeat group'; group: number; ignoresCase: boolean }
  /** An iteration beyond the needed ones must take something. */
  | { do: 'mark'; register: number }
  | { do: 'require progress'; register: number }
  | { do: 'match' }

export interface PatternProgram {
  instructions: Instruction[]
  groupCount: number
  groupNames: ReadonlyMap<string, number>
  /** What a group holds decides where the pattern fits: places that failed once may fit later. */
  hasBackreferences: boolean
  isUnicode: boolean
}

type Node =
  | { is: 'character'; fits: OneCharacter }
  | { is: 'sequence'; parts: Node[] }
  | { is: 'choice'; ways: Node[] }
  | { is: 'group'; inner: Node; number: number }
  | { is: 'times'; inner: Node; min: number; max: number; isLazy: boolean; groups: [number, number] }
  | { is: 'assert'; holds: (text: string, at: number) => boolean; isStart?: boolean }
  | { is: 'look'; inner: Node; isBehind: boolean; isNegative: boolean }
  | { is: 'backreference'; group: number | string; ignoresCase: boolean }

const instructionLimit = 20_000
const lineEnds = '\n\r\u2028\u2029'

/** `source` and `flags` are known to be an expression of JavaScript. Null: it is larger than anybody needs. */
export function compileProgram(source: string, flags: string): PatternProgram | null {
  const parser = new Parser(source, flags)
  const tree = parser.parse()
  const emitter = new Emitter(parser)
  const instructions = emitter.program(tree)
  if (instructions === null) return null
  const { groupCount, groupNames, hasBackreferences, isUnicode } = parser
  return { instructions, groupCount, groupNames, hasBackreferences, isUnicode }
}

class Parser {
  readonly groupNames = new Map<string, number>()
  readonly isUnicode: boolean
  hasBackreferences = false
  groupCount = 0
  readonly #source: string
  readonly #totalGroups: number
  readonly #hasNames: boolean
  #flags: string
  #at = 0

  constructor(source: string, flags: string) {
    this.#source = source
    this.#flags = flags
    this.isUnicode = flags.includes('u')
    const plain = source.replaceAll(/\\.|\[(?:\\.|[^\]\\])*\]/gs, '')
    this.#totalGroups = plain.match(/\((?!\?)|\(\?<(?![=!])/g)?.length ?? 0
    this.#hasNames = /\(\?<(?![=!])/.test(plain)
  }

  parse(): Node {
    return this.#choice()
  }

  #choice(): Node {
    const ways = [this.#sequence()]
    while (this.#take('|')) ways.push(this.#sequence())
    return ways.length === 1 && ways[0] ? ways[0] : { is: 'choice', ways }
  }

  #sequence(): Node {
    const parts: Node[] = []
    while (this.#at < this.#source.length && !'|)'.includes(this.#source[this.#at] ?? '')) {
      const before = this.groupCount
      const atom = this.#atom()
      parts.push(this.#quantified(atom, before))
    }
    return { is: 'sequence', parts }
  }

  #quantified(inner: Node, groupsBefore: number): Node {
    const found = /^(?:[*+?]|\{(\d+)(,?)(\d*)\})/.exec(this.#source.slice(this.#at, this.#at + 40))
    if (!found) return inner
    const [text, from, comma, to] = found
    this.#at += text.length
    const isLazy = this.#take('?')
    const groups: [number, number] = [groupsBefore, this.groupCount]
    const min = from === undefined ? (text === '+' ? 1 : 0) : Number(from)
    const open = comma === '' ? min : Number.POSITIVE_INFINITY
    const counted = to === undefined || to === '' ? open : Number(to)
    const max = from === undefined ? (text === '?' ? 1 : Number.POSITIVE_INFINITY) : counted
    return { is: 'times', inner, min, max, isLazy, groups }
  }

  #atom(): Node {
    const character = this.#source[this.#at] ?? ''
    if (character === '(') return this.#group()
    if (character === '^' || character === '$') return this.#anchor(character)
    if (character === '\\') return this.#escape()
    if (character === '[') return this.#one(this.#classLength())
    return this.#one(this.isUnicode ? ((this.#source.codePointAt(this.#at) ?? 0) > 0xffff ? 2 : 1) : 1)
  }

  #group(): Node {
    const opening = /^\((?:\?(?:<?[=!]|:|<([^>]*)>|([ims]*)(?:-([ims]*))?:))?/.exec(
      this.#source.slice(this.#at),
    )
    const [text = '(', name, on = '', off = ''] = opening ?? []
    this.#at += text.length
    const flagsBefore = this.#flags
    const isCapturing = text === '(' || name !== undefined
    let number = 0
    if (isCapturing) {
      this.groupCount += 1
      number = this.groupCount
      if (name !== undefined) this.groupNames.set(name, number)
    }
    this.#flags = [...new Set(flagsBefore + on)].filter(flag => !off.includes(flag)).join('')
    const inner = this.#choice()
    this.#flags = flagsBefore
    this.#take(')')
    if (isCapturing) return { is: 'group', inner, number }
    if (!/[=!]$/.test(text)) return inner
    return { is: 'look', inner, isBehind: text.includes('<'), isNegative: text.endsWith('!') }
  }

  #anchor(character: string): Node {
    this.#at += 1
    const isLine = this.#flags.includes('m')
    const isEnd = (text: string, at: number) => lineEnds.includes(text[at] ?? ' ')
    if (character === '^')
      return {
        is: 'assert',
        isStart: !isLine,
        holds: (text, at) => at === 0 || (isLine && isEnd(text, at - 1)),
      }
    return { is: 'assert', holds: (text, at) => at === text.length || (isLine && isEnd(text, at)) }
  }

  #escape(): Node {
    const rest = this.#source.slice(this.#at, this.#at + 200)
    const boundary = /^\\[bB]/.exec(rest)
    if (boundary) return this.#boundary(boundary[0] === '\\B')
    const named = this.#hasNames || this.isUnicode ? /^\\k<([^>]*)>/.exec(rest) : null
    if (named) return this.#backreference(named[0], named[1] ?? '')
    const numbered = /^\\([1-9]\d*)/.exec(rest)
    if (numbered && Number(numbered[1]) <= this.#totalGroups)
      return this.#backreference(numbered[0], Number(numbered[1]))
    const unicode = this.isUnicode
      ? /^\\(?:u\{[^}]*\}|[pP]\{[^}]*\}|u[dD][89abAB]..\\u[dD][c-fC-F]..)/
      : /^(?!)/
    const long =
      unicode.exec(rest) ?? /^\\(?:u[\da-fA-F]{4}|x[\da-fA-F]{2}|c[a-zA-Z]|[0-3]?[0-7]{1,2})/.exec(rest)
    const wide = this.isUnicode && (this.#source.codePointAt(this.#at + 1) ?? 0) > 0xffff
    return this.#one(long?.[0].length ?? (wide ? 3 : 2))
  }

  #boundary(isNegative: boolean): Node {
    this.#at += 2
    const word = this.#native('\\w')
    const isWord = (text: string, at: number) => at >= 0 && at < text.length && word(text[at] ?? '')
    return {
      is: 'assert',
      holds: (text, at) => (isWord(text, at - 1) !== isWord(text, at)) !== isNegative,
    }
  }

  #backreference(text: string, group: number | string): Node {
    this.#at += text.length
    this.hasBackreferences = true
    return { is: 'backreference', group, ignoresCase: this.#flags.includes('i') }
  }

  #classLength(): number {
    let at = this.#at + 1
    while (at < this.#source.length && this.#source[at] !== ']') at += this.#source[at] === '\\' ? 2 : 1
    return at + 1 - this.#at
  }

  #one(length: number): Node {
    const text = this.#source.slice(this.#at, this.#at + length)
    this.#at += length
    return { is: 'character', fits: this.#native(text) }
  }

  /** What one character of a pattern means is asked of the engine itself, one character at a time: no way to be slow. */
  #native(text: string): OneCharacter {
    const flags = this.#flags.replaceAll(/[^isu]/g, '')
    if (/^[\w ]$/.test(text) && !flags.includes('i')) return character => character === text
    // Not before it is needed: a long pattern is read at once.
    let expression: RegExp | undefined
    const known = new Map<string, boolean>()
    return character => {
      let fits = known.get(character)
      if (fits === undefined) {
        expression ??= new RegExp(`^(?:${text})$`, flags)
        fits = expression.test(character)
        if (known.size < 1_000) known.set(character, fits)
      }
      return fits
    }
  }

  #take(character: string): boolean {
    if (this.#source[this.#at] !== character) return false
    this.#at += 1
    return true
  }
}

class TooLarge extends Error {}

class Emitter {
  readonly #parser: Parser
  #total = 0
  #registers = 0

  constructor(parser: Parser) {
    this.#parser = parser
  }

  program(tree: Node): Instruction[] | null {
    try {
      return this.#whole(tree)
    } catch (error) {
      if (error instanceof TooLarge) return null
      throw error
    }
  }

  #whole(tree: Node): Instruction[] {
    const code: Instruction[] = []
    this.#emit(tree, code)
    this.#push(code, { do: 'match' })
    return code
  }

  #push(code: Instruction[], instruction: Instruction): void {
    this.#total += 1
    if (this.#total > instructionLimit) throw new TooLarge()
    code.push(instruction)
  }

  #emit(node: Node, code: Instruction[]): void {
    switch (node.is) {
      case 'character':
        this.#push(code, { do: 'character', fits: node.fits })
        break
      case 'assert':
        this.#push(code, { do: 'assert', holds: node.holds, isStart: node.isStart ?? false })
        break
      case 'sequence':
        for (const part of node.parts) this.#emit(part, code)
        break
      case 'group':
        this.#push(code, { do: 'save', slot: node.number * 2 })
        this.#emit(node.inner, code)
        this.#push(code, { do: 'save', slot: node.number * 2 + 1 })
        break
      case 'choice':
        this.#emitChoice(node.ways, code)
        break
      case 'times':
        this.#emitTimes(node, code)
        break
      case 'look': {
        const { isBehind, isNegative, inner } = node
        const longest = longestOf(inner)
        this.#push(code, { do: 'look', program: this.#whole(inner), isBehind, isNegative, longest })
        break
      }
      case 'backreference': {
        const { groupNames } = this.#parser
        const group = typeof node.group === 'number' ? node.group : (groupNames.get(node.group) ?? 0)
        this.#push(code, { do: 'repeat group', group, ignoresCase: node.ignoresCase })
      }
    }
  }

  #emitChoice(ways: readonly Node[], code: Instruction[]): void {
    const ends: { do: 'go'; to: number }[] = []
    for (const [index, way] of ways.entries()) {
      const isLast = index === ways.length - 1
      const either = { do: 'either' as const, first: code.length + 1, second: 0 }
      if (!isLast) this.#push(code, either)
      this.#emit(way, code)
      if (isLast) break
      const end = { do: 'go' as const, to: 0 }
      this.#push(code, end)
      ends.push(end)
      either.second = code.length
    }
    for (const end of ends) end.to = code.length
  }

  #emitTimes(node: Extract<Node, { is: 'times' }>, code: Instruction[]): void {
    const { min, max, isLazy } = node
    for (let count = 0; count < min; count += 1) this.#emitIteration(node, code, false)
    if (max === Number.POSITIVE_INFINITY) {
      const loop = code.length
      const either = { do: 'either' as const, first: 0, second: 0 }
      this.#push(code, either)
      const body = code.length
      // Without backreferences the loop is not entered twice at one place in any case.
      this.#emitIteration(node, code, this.#parser.hasBackreferences)
      this.#push(code, { do: 'go', to: loop })
      either.first = isLazy ? code.length : body
      either.second = isLazy ? body : code.length
      return
    }
    const exits: { do: 'either'; first: number; second: number }[] = []
    for (let count = min; count < max; count += 1) {
      const either = { do: 'either' as const, first: 0, second: 0 }
      this.#push(code, either)
      if (isLazy) either.second = code.length
      else either.first = code.length
      exits.push(either)
      this.#emitIteration(node, code, true)
    }
    for (const exit of exits) {
      if (isLazy) exit.first = code.length
      else exit.second = code.length
    }
  }

  #emitIteration(
    { inner, groups: [from, to] }: Extract<Node, { is: 'times' }>,
    code: Instruction[],
    mustTake: boolean,
  ): void {
    const register = this.#registers
    if (mustTake) {
      this.#registers += 1
      this.#push(code, { do: 'mark', register })
    }
    if (to > from) this.#push(code, { do: 'forget', from: from + 1, to })
    this.#emit(inner, code)
    if (mustTake) this.#push(code, { do: 'require progress', register })
  }
}

/** In UTF-16 units, for those who look back. */
function longestOf(node: Node): number {
  switch (node.is) {
    case 'character':
      return 2
    case 'sequence':
      return node.parts.reduce((sum, part) => sum + longestOf(part), 0)
    case 'choice':
      return Math.max(...node.ways.map(longestOf))
    case 'group':
      return longestOf(node.inner)
    case 'times': {
      const one = longestOf(node.inner)
      return one === 0 ? 0 : one * node.max
    }
    case 'backreference':
      return Number.POSITIVE_INFINITY
    case 'assert':
    case 'look':
      return 0
  }
}
