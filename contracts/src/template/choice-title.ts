// What a choice of a variable is called: as its template says, else by its own value.

import type { TemplateVariable } from './variables.ts'

/** A plain word begins with a capital as every choice of the panel; names and numbers stay as they are spelled. */
export function choiceTitle({ choices }: Pick<TemplateVariable, 'choices'>, choice: string): string {
  const title = choices && Object.hasOwn(choices, choice) ? choices[choice] : undefined
  if (title !== undefined) return title
  return isPlainWord(choice) ? choice.charAt(0).toUpperCase() + choice.slice(1) : choice
}

/** Only such a value can be put into another language without its template saying more. */
export const isPlainWord = (choice: string): boolean => /^[a-z]+( [a-z]+)*$/.test(choice)
