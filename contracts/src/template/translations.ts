// What a template says to people, in other languages: the English text, and how it reads there.

import { readRule } from '@rookery/primitives/variable-rules/variable-rules.ts'
import type { Template } from '../template.ts'
import { choiceTitle, isPlainWord } from './choice-title.ts'
import { placeholdersIn } from './placeholders.ts'
import { problem, type TemplateProblem } from './template-problem.ts'
import type { TemplateVariable } from './variables.ts'

export type Translate = (text: string) => string

/** A choice between yes and no is a switch, which has no words of its own. */
const switchValues = ['true', 'false', 'yes', 'no', 'on', 'off', '1', '0']

/** Each once, in the order of the file. */
export function textsOfTemplate(template: Template): string[] {
  const seen = new Set<string>()
  translateTemplate(template, text => {
    if (text !== '') seen.add(text)
    return text
  })
  return [...seen]
}

/** Names of games and of images, commands and patterns are the same in every language. */
export function translateTemplate(template: Template, translate: Translate): Template {
  const step = <Step extends { words: string }>(one: Step): Step => ({ ...one, words: translate(one.words) })
  const { translations: _, ...rest } = template
  return {
    ...rest,
    ...translateListed(template, translate),
    variables: template.variables.map(variable => translateVariable(variable, translate)),
    install: template.install.map(step),
    ...(template.update && { update: template.update.map(step) }),
    crash_hints: template.crash_hints.map(hint => ({ ...hint, words: translate(hint.words) })),
  }
}

/** What a list of templates says of each. */
export function translateListed(
  { description, tags }: Pick<Template, 'description' | 'tags'>,
  translate: Translate,
): Pick<Template, 'description' | 'tags'> {
  return { description: translate(description), tags: tags.map(translate) }
}

export function translateVariable(variable: TemplateVariable, translate: Translate): TemplateVariable {
  const { title, description, hint } = variable
  const choices = Object.fromEntries(
    namedChoices(variable).flatMap(choice => {
      const title = choiceTitle(variable, choice)
      const translated = translate(title)
      const isNamed = variable.choices && Object.hasOwn(variable.choices, choice)
      return isNamed || translated !== title ? [[choice, translated]] : []
    }),
  )
  return {
    ...variable,
    title: translate(title),
    description: translate(description),
    ...(hint !== undefined && { hint: translate(hint) }),
    ...(Object.keys(choices).length > 0 && { choices }),
  }
}

/** Those that the template names, and plain words, which name themselves. */
function namedChoices({ rules, choices = {} }: TemplateVariable): string[] {
  return choicesOf(rules).filter(
    choice => Object.hasOwn(choices, choice) || (isPlainWord(choice) && !switchValues.includes(choice)),
  )
}

export const choicesOf = (rules: readonly string[]): string[] =>
  rules.map(rule => readRule(rule)).find(({ name }) => name === 'in')?.arguments ?? []

export function translationProblems(template: Template): TemplateProblem[] {
  const texts = new Set(textsOfTemplate(template))
  const placesOf = (text: string) => placeholdersIn(text).toSorted().join(' ')
  return Object.entries(template.translations ?? {}).flatMap(([language, entries]) =>
    Object.entries(entries).flatMap(([english, translated]) => {
      const at = ['translations', language, english]
      if (!texts.has(english)) return [problem(at, 'is not a text of this template')]
      if (placesOf(english) === placesOf(translated)) return []
      return [problem(at, 'must have the same {placeholders} as the English text')]
    }),
  )
}
