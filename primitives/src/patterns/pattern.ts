// The one way to run a pattern that comes from a template, an egg or a person: no pattern, however it is made, can hold
// up a program. See docs/decisions/0020.
//
// A place in the pattern that failed at a place in the text is not tried there again, so the work is bounded by the
// length of the pattern times the length of the text. Where that is too much, or does not hold (backreferences, looking
// back), the work is counted and given up at a limit.

import { compileProgram, type Instruction, type PatternProgram } from './pattern-program.ts'

/** Of one search: at worst 40 ms of a quiet core (bench/patterns). Real patterns need a few thousand. */
const stepLimit = 250_000
/** Of all searches before other work has its turn, however many patterns one request brings. */
const turnStepLimit = 500_000
let turnSteps = 0
let isTurnEndDue = false
const skippedPlaceSteps = 0.25
/** What it costs to remember a place of the text that was not tried before. */
const newPlaceSteps = 3
/** Patterns that are used again and again are read once. */
const cachedLimit = 500
const cached = new Map<string, Pattern | null>()

export interface PatternMatch {
  index: number
  text: string
  /** The first is the whole match. */
  groups: readonly (string | undefined)[]
  named: Readonly<Record<string, string | undefined>>
}

/** Throws PatternTooSlow instead of taking longer than a moment. */
export interface Pattern {
  test(text: string): boolean
  /** The first match at or behind a place. */
  exec(text: string, from?: number): PatternMatch | null
  /** All matches, one behind the other. */
  matchAll(text: string): Generator<PatternMatch>
}

export class PatternTooSlow extends Error {
  constructor(source: string) {
    const formatted = source.length > 100 ? `${source.slice(0, 100)}…` : source
    super(`the pattern ${formatted} takes too long: write it simpler`)
    this.name = 'PatternTooSlow'
  }
}

/** As JavaScript reads it, with the flags i, m, s and u. Null: it is not an expression, or larger than anybody needs. */
export function compilePattern(source: string, flags = ''): Pattern | null {
  const key = `${flags}/${source}`
  const known = cached.get(key)
  if (known !== undefined) return known
  if (cached.size >= cachedLimit) cached.clear()
  const pattern = compile(source, flags)
  cached.set(key, pattern)
  return pattern
}

function compile(source: string, flags: string): Pattern | null {
  if (/[^imsu]/.test(flags) || !isExpression(source, flags)) return null
  const program = compileProgram(source, flags)
  if (program === null) return null
  const fresh = (): Budget => ({ steps: stepLimit, source })
  const exec = (text: string, from = 0) => search(program, text, from, fresh())
  return {
    exec,
    test: text => exec(text) !== null,
    *matchAll(text) {
      const budget = fresh()
      for (let from = 0; from <= text.length; ) {
        const found = search(program, text, from, budget)
        if (found === null) return
        yield found
        const end = found.index + found.text.length
        from = found.text === '' ? nextPlace(program, text, end) : end
      }
    },
  }
}

/** What is left of the steps that a search may take. */
interface Budget {
  steps: number
  source: string
}

/** Made, and never run. */
function isExpression(source: string, flags: string): boolean {
  try {
    return new RegExp(source, flags) instanceof RegExp
  } catch {
    return false
  }
}

function search(program: PatternProgram, text: string, from: number, budget: Budget): PatternMatch | null {
  beginTurn()
  const before = Math.min(budget.steps, turnStepLimit - turnSteps)
  const own = { ...budget, steps: before }
  try {
    return searchWithin(program, text, from, own)
  } finally {
    turnSteps += before - own.steps
    budget.steps -= before - own.steps
  }
}

/** The steps of a turn count until the program has come to its other work. */
function beginTurn(): void {
  if (isTurnEndDue) return
  isTurnEndDue = true
  setTimeout(() => {
    isTurnEndDue = false
    turnSteps = 0
  }, 0)
}

function searchWithin(
  program: PatternProgram,
  text: string,
  from: number,
  budget: Budget,
): PatternMatch | null {
  const run = new Run(program, text, budget)
  const [first] = program.instructions
  const last = first?.do === 'assert' && first.isStart ? 0 : text.length
  for (let start = from; start <= last; start = nextPlace(program, text, start)) {
    if (first && run.cannotBegin(first, start)) continue
    const slots = run.matchAt(program.instructions, start)
    if (slots === null) continue
    const end = slots[1] ?? start
    const groups = Array.from({ length: program.groupCount + 1 }, (_, group) => groupText(text, slots, group))
    groups[0] = text.slice(start, end)
    const named = Object.fromEntries(Array.from(program.groupNames, ([name, group]) => [name, groups[group]]))
    return { index: start, text: text.slice(start, end), groups, named }
  }
  return null
}

function groupText(text: string, slots: readonly number[], group: number): string | undefined {
  const [begin = -1, end = -1] = slots.slice(group * 2, group * 2 + 2)
  return begin < 0 || end < 0 ? undefined : text.slice(begin, end)
}

function nextPlace({ isUnicode }: PatternProgram, text: string, at: number): number {
  return at + (isUnicode && (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1)
}

/** One search in one text; what failed for one beginning fails for the next ones too. */
class Run {
  readonly #program: PatternProgram
  readonly #text: string
  readonly #budget: Budget
  /** By place in the text: a bit for each instruction that was tried there. */
  readonly #visited = new Map<readonly Instruction[], Map<number, Uint32Array>>()
  readonly #inspected = new Map<Instruction, Map<number, readonly number[] | null>>()

  constructor(program: PatternProgram, text: string, budget: Budget) {
    this.#program = program
    this.#text = text
    this.#budget = budget
  }

  /** A place where the first instruction does not fit needs no more than that. */
  cannotBegin(first: Instruction, at: number): boolean {
    if (first.do !== 'character' && first.do !== 'assert') return false
    this.#spend(skippedPlaceSteps)
    return this.#taken(first, at, [], []) < 0
  }

  /** Where the groups begin and end, the whole match first; null: it does not fit here. `end`: it must end there. */
  matchAt(
    code: readonly Instruction[],
    start: number,
    before: readonly number[] = [],
    end = -1,
  ): number[] | null {
    const slots =
      before.length > 0 ? [...before] : new Array<number>(this.#program.groupCount * 2 + 2).fill(-1)
    // What costs more than a step counts as more.
    this.#spend(slots.length >>> 3)
    const registers: number[] = []
    const visited = this.#program.hasBackreferences || end >= 0 ? null : this.#visitedOf(code)
    // Pairs of numbers: an instruction and a place to try; or, below zero, what to set back and to which value.
    const todo: number[] = [0, start]
    const set = (slot: number, value: number) => {
      todo.push(-1 - slot * 2, slots[slot] ?? -1)
      slots[slot] = value
    }
    while (todo.length > 0) {
      let at = todo.pop() ?? 0
      let pc = todo.pop() ?? 0
      if (pc < 0) {
        const index = -1 - pc
        if (index % 2 === 0) slots[index / 2] = at
        else registers[(index - 1) / 2] = at
        continue
      }
      for (;;) {
        this.#spend(1)
        if (visited !== null && this.#isVisited(visited, code.length, pc, at)) break
        const instruction = code[pc]
        if (!instruction) break
        if (instruction.do === 'match') {
          if (end >= 0 && at !== end) break
          slots[1] = end >= 0 || before.length > 0 ? (slots[1] ?? -1) : at
          return slots
        }
        if (instruction.do === 'either') {
          todo.push(instruction.second, at)
          pc = instruction.first
        } else if (instruction.do === 'go') pc = instruction.to
        else if (instruction.do === 'save') {
          set(instruction.slot, at)
          pc += 1
        } else if (instruction.do === 'forget') {
          this.#spend((instruction.to - instruction.from) * 2)
          for (let slot = instruction.from * 2; slot <= instruction.to * 2 + 1; slot += 1) set(slot, -1)
          pc += 1
        } else if (instruction.do === 'mark') {
          todo.push(-2 - instruction.register * 2, registers[instruction.register] ?? -1)
          registers[instruction.register] = at
          pc += 1
        } else if (instruction.do === 'look') {
          const found = this.#look(instruction, at, slots)
          if ((found === null) !== instruction.isNegative) break
          this.#spend(slots.length >>> 2)
          if (found !== null && !instruction.isNegative)
            for (const [slot, value] of found.entries())
              if (slot > 1 && slots[slot] !== value) set(slot, value)
          pc += 1
        } else {
          const length = this.#taken(instruction, at, slots, registers)
          if (length < 0) break
          at += length
          pc += 1
        }
      }
    }
    return null
  }

  /** How many units an instruction takes; -1: it does not fit. */
  #taken(
    instruction: Extract<Instruction, { do: 'character' | 'assert' | 'require progress' | 'repeat group' }>,
    at: number,
    slots: readonly number[],
    registers: readonly number[],
  ): number {
    const text = this.#text
    switch (instruction.do) {
      case 'character': {
        if (at >= text.length) return -1
        const length = this.#program.isUnicode && (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1
        return instruction.fits(text.slice(at, at + length)) ? length : -1
      }
      case 'assert':
        return instruction.holds(text, at) ? 0 : -1
      case 'require progress':
        return registers[instruction.register] === at ? -1 : 0
      case 'repeat group': {
        const wanted = groupText(text, slots, instruction.group) ?? ''
        const found = text.slice(at, at + wanted.length)
        const isSame = instruction.ignoresCase
          ? found.toLowerCase() === wanted.toLowerCase()
          : found === wanted
        this.#spend(wanted.length)
        return isSame ? wanted.length : -1
      }
    }
  }

  #look(
    look: Extract<Instruction, { do: 'look' }>,
    at: number,
    slots: readonly number[],
  ): readonly number[] | null {
    const known = this.#inspected.get(look) ?? new Map<number, readonly number[] | null>()
    this.#inspected.set(look, known)
    const earlier = known.get(at)
    if (earlier !== undefined && !this.#program.hasBackreferences) return earlier
    const found = look.isBehind ? this.#behind(look, at, slots) : this.#ahead(look, at, slots)
    known.set(at, found)
    return found
  }

  #ahead(look: Extract<Instruction, { do: 'look' }>, at: number, slots: readonly number[]): number[] | null {
    const found = this.matchAt(look.program, at, slots)
    // What was tried on the way to a match has not failed.
    if (found !== null) this.#visited.delete(look.program)
    return found
  }

  #behind(look: Extract<Instruction, { do: 'look' }>, at: number, slots: readonly number[]): number[] | null {
    for (let start = at; start >= Math.max(0, at - look.longest); start -= 1) {
      const found = this.matchAt(look.program, start, slots, at)
      if (found !== null) return found
    }
    return null
  }

  #visitedOf(code: readonly Instruction[]): Map<number, Uint32Array> {
    const known = this.#visited.get(code) ?? new Map<number, Uint32Array>()
    this.#visited.set(code, known)
    return known
  }

  /** And from now on it is. */
  #isVisited(visited: Map<number, Uint32Array>, codeLength: number, pc: number, at: number): boolean {
    let tried = visited.get(at)
    if (!tried) {
      tried = new Uint32Array((codeLength + 31) >>> 5)
      this.#spend(newPlaceSteps + (tried.length >>> 2))
      visited.set(at, tried)
    }
    const word = tried[pc >>> 5] ?? 0
    const bit = 1 << (pc & 31)
    if ((word & bit) !== 0) return true
    tried[pc >>> 5] = word | bit
    return false
  }

  #spend(steps: number): void {
    this.#budget.steps -= steps
    if (this.#budget.steps < 0) throw new PatternTooSlow(this.#budget.source)
  }
}
