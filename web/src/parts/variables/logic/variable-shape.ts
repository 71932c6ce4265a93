// What kind of field a variable gets, and what it is for beyond its rules.

import type { TemplateVariable } from '@rookery/contracts/template/variables.ts'
import { type FieldKind, fieldKind, readRule } from '@rookery/primitives/variable-rules/variable-rules.ts'

type Shaped = Pick<TemplateVariable, 'name' | 'default' | 'rules' | 'choices'>

const pairs = [
  ['true', 'false'],
  ['1', '0'],
  ['yes', 'no'],
  ['on', 'off'],
] as const

/** A choice between yes and no is a switch, however the template spells it, unless it has names for them. */
export function shapeOf({ rules, default: initial, choices }: Omit<Shaped, 'name'>): FieldKind {
  const kind = fieldKind(rules, initial)
  if (kind.kind !== 'choice' || kind.choices.length !== 2 || choices) return kind
  const pair = pairs.find(text =>
    text.every(label => kind.choices.some(each => each.toLowerCase() === label)),
  )
  if (!pair) return kind
  const spelled = (label: string) => kind.choices.find(each => each.toLowerCase() === label) ?? label
  return { kind: 'switch', on: spelled(pair[0]), off: spelled(pair[1]) }
}

export const isRequired = ({ rules }: Pick<Shaped, 'rules'>): boolean =>
  rules.some(rule => ['required', 'filled'].includes(readRule(rule).name))

/** The license of the game: somebody has to agree before it starts. */
export const isAgreement = (variable: Shaped): boolean =>
  /(^|_)eula($|_)/i.test(variable.name) && ['switch', 'choice'].includes(shapeOf(variable).kind)

/** Where the text leads to, for somebody who wants to read what they agree to; null without an address. */
export const linkIn = (text: string): string | null =>
  /https:\/\/[^\s<>"']+?(?=[.,;:)]*(?:\s|$))/.exec(text)?.[0] ?? null

/** What has to be answered before a server can be made: needed, and without a good default. */
export const isAskedFirst = (variable: Shaped & { secret: boolean }): boolean =>
  isAgreement(variable) || (isRequired(variable) && variable.default.trim() === '' && !variable.secret)
