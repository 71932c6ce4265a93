// Says in the reader's language which rule a value breaks.

import { type RuleProblem, readRule, ruleProblem } from '@rookery/primitives/variable-rules/variable-rules.ts'
import type { TextOf } from '../../../texts/texts.ts'

const measured = ['max', 'min', 'size', 'gt', 'gte', 'lt', 'lte', 'between'] as const
const plain = [
  'required',
  'empty',
  'boolean',
  'numeric',
  'integer',
  'alpha',
  'alpha_num',
  'alpha_dash',
  'url',
  'ip',
] as const
const listed = ['in', 'not_in', 'starts_with', 'ends_with'] as const
const otherNames: Record<string, string> = { filled: 'required', bool: 'boolean', int: 'integer' }

const isNumber = (rules: readonly string[]) =>
  rules.some(rule => ['numeric', 'integer', 'int'].includes(readRule(rule).name))

export function ruleText(t: TextOf, rules: readonly string[], rule: RuleProblem): string {
  const name = otherNames[rule.name] ?? rule.name
  const [first = '', second = ''] = rule.arguments
  const bounds = { first, second }
  const size = measured.find(each => each === name)
  if (size) return t(isNumber(rules) ? `valueRules.number.${size}` : `valueRules.length.${size}`, bounds)
  const simple = plain.find(each => each === name)
  if (simple) return t(`valueRules.${simple}`)
  const list = listed.find(each => each === name)
  if (list) return t(`valueRules.${list}`, { list: rule.arguments.join(', ') })
  if (name === 'digits') return t('valueRules.digits', { first })
  if (name === 'digits_between') return t('valueRules.digits_between', bounds)
  if (name === 'regex') return t('valueRules.regex', { pattern: rule.text })
  if (name === 'not_regex') return t('valueRules.not_regex', { pattern: rule.text })
  return t('valueRules.other', { rule: name })
}

/** Patterns say little to people: there the template's own hint speaks, where it has one. */
const isPattern = ({ name }: RuleProblem) => name === 'regex' || name === 'not_regex'

export function faultText(
  t: TextOf,
  { rules, hint }: { rules: readonly string[]; hint?: string },
  value: string,
): string | undefined {
  const problem = ruleProblem(rules, value)
  if (!problem) return undefined
  return hint && isPattern(problem) ? t('valueRules.hint', { hint }) : ruleText(t, rules, problem)
}
