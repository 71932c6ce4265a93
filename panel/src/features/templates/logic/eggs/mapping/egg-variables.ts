// The variables of an egg as variables of a template: rules, who sees and changes them, and what is secret.

import type { TemplateVariable } from '@rookery/contracts/template/variables.ts'
import {
  readRule,
  ruleProblem,
  ruleText,
  unknownRules,
} from '@rookery/primitives/variable-rules/variable-rules.ts'
import type { Egg, EggVariable } from '../egg.ts'
import { type ImportNotes, quoted } from '../import-notes.ts'
import { isWhole } from '../reading/rule-list.ts'
import { alwaysPresent, usableName } from './egg-environment.ts'

/** As part of a name: `RCON_PASS`, `SERVER_PASSWORD`, `STEAM_TOKEN`, `WEB_API_KEY`. */
const secretName =
  /(?:^|_)(?:PASS|PASSWD|PW|TOKEN|SECRET|GSLT)(?:_|\d|$)|PASSWOR[DT]|(?:API|AUTH|LICENSE|PRIVATE|SIGNING)_?KEY|_LICENSE$/i

/** Made by somebody else: nothing that is made up here would fit. */
const givenName = /TOKEN|GSLT|KEY|LICENSE|STEAM|BETA|GIT|DISCORD|ACCOUNT/i

const rconPasswordName = /RCON_?PASS/i
const shortestRconPassword = 8

const askForAValue = ['required', 'filled']
const emptyRules = ['nullable', ...askForAValue]

/** Left out are names in `taken`: what they stand for is a port or something else of the game server. */
export function variablesOf(egg: Egg, taken: ReadonlySet<string>, notes: ImportNotes): TemplateVariable[] {
  const seen = new Set<string>()
  const variables: TemplateVariable[] = []
  for (const variable of inOrder(egg.variables)) {
    const name = usableName(variable.environmentName)
    const field = `variables.${variable.environmentName}`
    if (alwaysPresent.has(name))
      notes.warning(field, 'is always set by the panel, so the variable is left out')
    else if (seen.has(name)) notes.warning(field, 'is defined twice; the first one counts')
    else if (!taken.has(name)) variables.push(variableOf(variable, name, field, notes))
    seen.add(name)
  }
  return variables
}

function inOrder(variables: EggVariable[]): EggVariable[] {
  if (variables.some(({ sort }) => sort === null)) return variables
  return variables.toSorted((a, b) => (a.sort ?? 0) - (b.sort ?? 0))
}

function variableOf(
  variable: EggVariable,
  name: string,
  field: string,
  notes: ImportNotes,
): TemplateVariable {
  if (name !== variable.environmentName) notes.mapped(field, `is called ${name} here`)
  const secret = isSecretName(name)
  const stored = rulesOf(variable, field, notes)
  // `nullable` keeps a secret from being made up; beside `required` it must be given by people.
  const has = (names: string[]) => stored.some(rule => names.includes(readRule(rule).name))
  const isNotMadeUp = secret && !has(['nullable']) && (givenName.test(name) || !has(askForAValue))
  const isWeak = rconPasswordName.test(name) && isWeakPassword(variable.initial)
  if (isWeak) {
    notes.warning(field, 'its default is too short for a password: each game server gets one of its own')
  }
  const usual = isNotMadeUp ? ['nullable', ...stored] : stored
  const rules = isWeak
    ? ['required', ...stored.filter(rule => !emptyRules.includes(readRule(rule).name))]
    : usual
  if (secret) notes.mapped(field, 'is taken for a secret by its name and masked')
  else notes.understood(field, quoted(variable.name))
  return {
    name,
    title: variable.name,
    description: variable.description,
    default: isWeak ? '' : variable.initial,
    rules,
    visible_to: variable.isViewable ? 'everyone' : 'administrators',
    editable_by: variable.isViewable && variable.isEditable ? 'everyone' : 'administrators',
    secret,
  }
}

/** An empty one is chosen by whoever needs it. */
function isWeakPassword(text: string): boolean {
  return text !== '' && Array.from(text).length < shortestRconPassword
}

export function isSecretName(name: string): boolean {
  return secretName.test(name)
}

/** Without those that are not known, and those that the egg's own default breaks: nobody could keep it. */
function rulesOf({ rules, initial }: EggVariable, field: string, notes: ImportNotes): string[] {
  const unknown = [...unknownRules(rules), ...rules.filter(rule => !isWhole(rule))]
  for (const rule of new Set(unknown))
    notes.warning(field, `the rule ${quoted(rule)} is not known or has no end, and is left out`)
  const stored = rules.filter(rule => !unknown.includes(rule))
  for (let problem = broken(stored, initial); problem !== null; problem = broken(stored, initial)) {
    const { name, text } = problem
    const index = stored.findIndex(rule => readRule(rule).name === name && readRule(rule).text === text)
    notes.warning(field, `its default must ${ruleText(rules, problem)}, and does not: this rule is left out`)
    stored.splice(index, 1)
  }
  return stored
}

/** An empty default of a required variable is right: it must be filled in for each game server. */
function broken(rules: string[], initial: string) {
  const checked = initial === '' ? rules.filter(rule => !askForAValue.includes(readRule(rule).name)) : rules
  return ruleProblem(checked, initial)
}
