// The rules of a variable's value, as templates and eggs write them: `required`, `integer`, `between:1,64`, …
//
// One implementation for the panel, which decides, and the form in the browser, which tells early.

import { PatternTooSlow } from '../patterns/pattern.ts'
import { readPcre } from './pcre.ts'

export interface Rule {
  name: string
  arguments: string[]
  /** What stood behind the colon, uncut. */
  text: string
}

/** The first rule that a value breaks. */
export interface RuleProblem extends Rule {
  /** Nobody knows whether it breaks it: the rule's pattern takes too long on this value. */
  isTooSlow?: boolean
}

interface Measured {
  value: string
  /** The number itself where a rule says that it is one, otherwise the length of the text. */
  size: number
  isNumber: boolean
}

type RuleCheck = (measured: Measured, rule: Rule) => boolean

const wholeNumber = /^[+-]?\d+$/
const anyNumber = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/
const numberOf = (text: string | undefined) => Number(text ?? Number.NaN)

const ruleChecks: Record<string, RuleCheck> = {
  required: ({ value }) => value.trim() !== '',
  present: () => true,
  nullable: () => true,
  string: () => true,
  sometimes: () => true,
  bail: () => true,
  filled: ({ value }) => value.trim() !== '',
  empty: ({ value }) => value === '',
  max: ({ size }, rule) => size <= numberOf(rule.arguments[0]),
  min: ({ size }, rule) => size >= numberOf(rule.arguments[0]),
  size: ({ size }, rule) => size === numberOf(rule.arguments[0]),
  gt: ({ size }, rule) => size > numberOf(rule.arguments[0]),
  gte: ({ size }, rule) => size >= numberOf(rule.arguments[0]),
  lt: ({ size }, rule) => size < numberOf(rule.arguments[0]),
  lte: ({ size }, rule) => size <= numberOf(rule.arguments[0]),
  between: ({ size }, rule) => size >= numberOf(rule.arguments[0]) && size <= numberOf(rule.arguments[1]),
  in: ({ value }, rule) => rule.arguments.includes(value),
  not_in: ({ value }, rule) => !rule.arguments.includes(value),
  boolean: ({ value }) => ['0', '1', 'true', 'false'].includes(value.toLowerCase()),
  bool: ({ value }) => ['0', '1', 'true', 'false'].includes(value.toLowerCase()),
  numeric: ({ value }) => anyNumber.test(value.trim()),
  integer: ({ value }) => wholeNumber.test(value.trim()),
  int: ({ value }) => wholeNumber.test(value.trim()),
  regex: ({ value }, rule) => readPcre(rule.text)?.test(value) ?? true,
  not_regex: ({ value }, rule) => !(readPcre(rule.text)?.test(value) ?? false),
  digits: ({ value }, rule) => /^\d+$/.test(value) && value.length === numberOf(rule.arguments[0]),
  digits_between: ({ value }, rule) =>
    /^\d+$/.test(value) &&
    value.length >= numberOf(rule.arguments[0]) &&
    value.length <= numberOf(rule.arguments[1]),
  alpha: ({ value }) => /^[\p{L}\p{M}]+$/u.test(value),
  alpha_num: ({ value }) => /^[\p{L}\p{M}\p{N}]+$/u.test(value),
  alpha_dash: ({ value }) => /^[\p{L}\p{M}\p{N}_-]+$/u.test(value),
  url: ({ value }) => /^[a-z][a-z0-9+.-]*:\/\/[^\s/$.?#][^\s]*$/i.test(value),
  ip: ({ value }) => /^\d{1,3}(\.\d{1,3}){3}$/.test(value) || /^[0-9a-f:]*:[0-9a-f:.]*$/i.test(value),
  starts_with: ({ value }, rule) => rule.arguments.some(beginning => value.startsWith(beginning)),
  ends_with: ({ value }, rule) => rule.arguments.some(ending => value.endsWith(ending)),
}

/** A name such as `constructor` is no rule. */
const ruleCheckOf = (name: string) => (Object.hasOwn(ruleChecks, name) ? ruleChecks[name] : undefined)

const numberRules = ['numeric', 'integer', 'int']
/** Checked also when there is no value. */
const checksEmptiness = ['required', 'filled', 'empty']

/** All that `unknownRules` knows, in the order of their kinds. */
export const ruleNames: readonly string[] = Object.keys(ruleChecks)

export function readRule(text: string): Rule {
  const colon = text.indexOf(':')
  const name = (colon < 0 ? text : text.slice(0, colon)).trim().toLowerCase()
  const behind = colon < 0 ? '' : text.slice(colon + 1)
  return { name, text: behind, arguments: behind === '' ? [] : splitArguments(behind) }
}

/** Comma-separated, with `"…"` around what holds a comma itself. */
function splitArguments(text: string): string[] {
  const found = [...text.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)]
  return found.map(([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain?.trim() ?? '')
}

/** Null: the value is good. A rule that is not known checks nothing. */
export function ruleProblem(rules: readonly string[], value: string): RuleProblem | null {
  const read = rules.map(readRule)
  const isNumber = read.some(rule => numberRules.includes(rule.name))
  const size = isNumber ? Number(value.trim() === '' ? Number.NaN : value) : countCharacters(value)
  const measured = { value, size, isNumber }
  for (const rule of read) {
    if (value === '' && !checksEmptiness.includes(rule.name)) continue
    const check = ruleCheckOf(rule.name)
    try {
      if (check && !check(measured, rule)) return rule
    } catch (error) {
      if (error instanceof PatternTooSlow) return { ...rule, isTooSlow: true }
      throw error
    }
  }
  return null
}

/** Code points, as eggs count them. */
function countCharacters(text: string): number {
  return text.match(/./gsu)?.length ?? 0
}

/** Rules that check nothing here, as they were written. */
export function unknownRules(rules: readonly string[]): string[] {
  return rules.filter(text => {
    const rule = readRule(text)
    if (rule.name === 'regex' || rule.name === 'not_regex') return readPcre(rule.text) === null
    return ruleCheckOf(rule.name) === undefined
  })
}

/** In English, to follow "must": "must be one of easy, hard". */
export function ruleText(
  rules: readonly string[],
  { name, arguments: [first, second], ...rule }: RuleProblem,
): string {
  const isNumber = rules.some(text => numberRules.includes(readRule(text).name))
  const unit = isNumber ? '' : ' characters'
  const measure = isNumber ? 'be' : 'have'
  if (rule.isTooSlow) return `be a value that ${rule.text} can be checked on: it takes too long on this one`
  const message: Record<string, string> = {
    required: 'not be empty',
    filled: 'not be empty',
    empty: 'be empty',
    max: `${measure} at most ${first}${unit}`,
    min: `${measure} at least ${first}${unit}`,
    size: `${measure} exactly ${first}${unit}`,
    gt: `${measure} more than ${first}${unit}`,
    gte: `${measure} at least ${first}${unit}`,
    lt: `${measure} less than ${first}${unit}`,
    lte: `${measure} at most ${first}${unit}`,
    between: `${measure} between ${first} and ${second}${unit}`,
    in: `be one of ${splitArguments(rule.text).join(', ')}`,
    not_in: `not be one of ${splitArguments(rule.text).join(', ')}`,
    boolean: 'be true or false (1 or 0)',
    bool: 'be true or false (1 or 0)',
    numeric: 'be a number',
    integer: 'be a whole number',
    int: 'be a whole number',
    regex: `match ${rule.text}`,
    not_regex: `not match ${rule.text}`,
    digits: `have exactly ${first} digits`,
    digits_between: `have between ${first} and ${second} digits`,
    alpha: 'have letters only',
    alpha_num: 'have letters and digits only',
    alpha_dash: 'have letters, digits, dashes and underscores only',
    url: 'be an address such as https://example.com',
    ip: 'be an IP address',
    starts_with: `begin with ${splitArguments(rule.text).join(' or ')}`,
    ends_with: `end with ${splitArguments(rule.text).join(' or ')}`,
  }
  return message[name] ?? `follow the rule ${name}`
}

export type FieldKind =
  | { kind: 'switch'; on: string; off: string }
  | { kind: 'choice'; choices: string[] }
  | { kind: 'number'; min: number | null; max: number | null }
  | { kind: 'text'; longest: number | null }

/** Which kind of field suits the rules. */
export function fieldKind(rules: readonly string[], initial: string): FieldKind {
  const read = rules.map(readRule)
  const has = (name: string) => read.find(rule => rule.name === name)
  if (has('boolean') || has('bool')) {
    const isWord = ['true', 'false'].includes(initial.toLowerCase())
    return isWord ? { kind: 'switch', on: 'true', off: 'false' } : { kind: 'switch', on: '1', off: '0' }
  }
  const choice = has('in')
  if (choice) return { kind: 'choice', choices: choice.arguments }
  const between = has('between')
  const [min, max] = [
    boundOf(has('min')?.arguments[0] ?? between?.arguments[0]),
    boundOf(has('max')?.arguments[0] ?? between?.arguments[1]),
  ]
  if (numberRules.some(has)) return { kind: 'number', min, max }
  return { kind: 'text', longest: max }
}

function boundOf(text: string | undefined): number | null {
  const bound = numberOf(text)
  return Number.isFinite(bound) ? bound : null
}
