// The values of a template's variables: who may read and change them, which are good, and what a new game server gets.

import { sealedPrefix } from '@rookery/contracts/http/shapes.ts'
import type { ConfigFileFormat } from '@rookery/contracts/template/config-files.ts'
import type { TemplateVariable } from '@rookery/contracts/template/variables.ts'
import type { Template } from '@rookery/contracts/template.ts'
import { readRule, ruleProblem, ruleText } from '@rookery/primitives/variable-rules/variable-rules.ts'

export interface Viewer {
  userId: number
  /** By a login session: a personal access token carries nothing of it. */
  isAdministrator: boolean
  mayChangeSettings: boolean
  mayReadConsole: boolean
  mayUpdate: boolean
  mayStart: boolean
  /** In which texts of templates are read; null is English. */
  language: string | null
}

type Reader = Pick<Viewer, 'isAdministrator'>
type Changer = Pick<Viewer, 'isAdministrator' | 'mayChangeSettings'>

export type Problems = Record<string, string[]>
type Values = Readonly<Record<string, string>>

export const noSuchVariable = 'this template has no such variable'

export function mayRead(variable: TemplateVariable, viewer: Reader): boolean {
  return variable.visible_to === 'everyone' || viewer.isAdministrator
}

export function mayChange(variable: TemplateVariable, viewer: Changer): boolean {
  if (!viewer.mayChangeSettings || !mayRead(variable, viewer)) return false
  return (
    variable.editable_by === 'everyone' ||
    (variable.editable_by === 'administrators' && viewer.isAdministrator)
  )
}

export function presentValue({ name, default: initial }: TemplateVariable, values: Values): string {
  return (Object.hasOwn(values, name) ? values[name] : undefined) ?? initial
}

/** Null: a secret that this viewer may not read. */
export function visibleValue(variable: TemplateVariable, values: Values, viewer: Changer): string | null {
  return variable.secret && !mayChange(variable, viewer) ? null : presentValue(variable, values)
}

/** Null: the value is good. */
export function valueProblem(
  template: Template,
  { name, rules, hint, default: initial }: TemplateVariable,
  value: string,
): string | null {
  const more = hint === undefined ? '' : `: ${hint}`
  if (value.includes('\0')) return `must not contain a NUL character${more}`
  if (value.startsWith(sealedPrefix)) return `must not begin with ${sealedPrefix}${more}`
  const file = value === initial ? undefined : refusingFile(template, name, value)
  if (file) return `must not contain ${file.what}: it is written into ${file.path}, which cannot hold that`
  const problem = ruleProblem(rules, value)
  return problem && `must ${ruleText(rules, problem)}${more}`
}

/** Formats that cannot write everything; a line break would begin a second setting there. */
const unwritable: Partial<Record<ConfigFileFormat, { pattern: RegExp; what: string }>> = {
  ini: { pattern: /[^\t\P{Cc}]|[\u2028\u2029]/u, what: 'a line break or control character' },
  lines: { pattern: /[^\t\P{Cc}]|[\u2028\u2029]/u, what: 'a line break or control character' },
  xml: { pattern: /[^\t\r\n\P{Cc}]/u, what: 'a control character' },
}

function refusingFile({ config_files: files }: Template, name: string, value: string) {
  for (const { path, format, values } of files) {
    const refused = unwritable[format]
    const isUsed = () => values.some(entry => `${entry.key}${entry.value}`.includes(`{var.${name}}`))
    if (refused?.pattern.test(value) && isUsed()) return { path, what: refused.what }
  }
  return undefined
}

/** What this viewer must not write, or not so. A variable that they may not see does not exist for them. */
export function changeProblems(template: Template, values: Values, viewer: Changer): Problems {
  return problemsOf(Object.entries(values), ([name, value]) => {
    const variable = template.variables.find(known => known.name === name)
    if (!variable || !mayRead(variable, viewer)) return [name, noSuchVariable]
    if (variable.editable_by === 'nobody') return [name, 'this value is fixed by the template']
    if (!mayChange(variable, viewer)) return [name, 'only an administrator may change this']
    return [name, valueProblem(template, variable, value)]
  })
}

/** What is wrong with the values that a new game server would begin with. */
export function initialProblems(template: Template, values: Values): Problems {
  return problemsOf(template.variables, variable => [
    variable.name,
    valueProblem(template, variable, presentValue(variable, values)),
  ])
}

function problemsOf<Item>(items: readonly Item[], check: (item: Item) => [string, string | null]): Problems {
  const problems = items
    .map(check)
    .flatMap(([name, message]) => (message ? [[`variables.${name}`, [message]]] : []))
  return Object.fromEntries(problems) as Problems
}

/** `makeUp` gives a secret that fits the rules, or an empty text where none does. */
export function initialValues(
  template: Template,
  chosen: Values,
  makeUp: (variable: TemplateVariable) => string,
): Record<string, string> {
  return Object.fromEntries(
    template.variables.map(variable => {
      const value = presentValue(variable, chosen)
      return [variable.name, value === '' && needsSecret(variable) ? makeUp(variable) : value]
    }),
  )
}

/** A secret that may stay empty is one that only its owner knows, such as a token of a game's maker. */
export function needsSecret({ secret, rules }: TemplateVariable): boolean {
  return secret && !rules.some(rule => readRule(rule).name === 'nullable')
}

/** The strongest text out of these random bytes that the rules take; empty when they take none. */
export function secretThatFits({ rules }: TemplateVariable, random: Buffer): string {
  const hex = random.toString('hex')
  const digits = [...random].map(byte => byte % 10).join('')
  const candidates = [
    random.toString('base64url').slice(0, 24),
    ...[32, 24, 16, 12, 64, 8].map(length => hex.slice(0, length)),
    ...[12, 8, 6, 4].map(length => digits.slice(0, length)),
  ]
  return candidates.find(text => ruleProblem(rules, text) === null) ?? ''
}
