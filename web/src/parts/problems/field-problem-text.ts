// Says every known problem of a field in the reader's language. Fetched with the first refusal that names a field.

import { readFieldProblem } from '@rookery/contracts/field-problems.ts'
import type { TextOf } from '../../texts/logic/translate.ts'

/** Null: another version of the panel or a plugin has written it. */
export function fieldProblemText(t: TextOf, sentence: string): string | null {
  const known = readFieldProblem(sentence)
  if (!known) return null
  const { count, ...values } = known.values
  return t(`fieldProblems.${known.code}`, count === undefined ? values : { ...values, count: Number(count) })
}
