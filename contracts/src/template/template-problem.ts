// One thing that is wrong with a template: where, and what.

import { compilePattern } from '@rookery/primitives/patterns/pattern.ts'

export interface TemplateProblem {
  /** Names of fields and numbers of entries, from the top of the file. */
  path: readonly (string | number)[]
  /** Follows the name of the place: "must be …", "is not …". */
  message: string
}

export const problem = (path: readonly (string | number)[], message: string): TemplateProblem => ({
  path,
  message,
})

/** As people write it: `variables[2].default`. */
export function placeName(path: TemplateProblem['path']): string {
  const name = path.map(part => (typeof part === 'number' ? `[${part}]` : `.${part}`)).join('')
  return name === '' ? 'the file' : name.replace(/^\./, '')
}

export function compiles(pattern: string): boolean {
  return compilePattern(pattern) !== null
}

export const isPort = (text: string) => /^\d{1,5}$/.test(text) && Number(text) >= 1 && Number(text) <= 65535
