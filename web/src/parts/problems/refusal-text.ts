// Says every known problem of a field, and every known refusal, in the reader's language. Fetched with the first refusal
// that is not among the frequent ones.

import { readFieldProblem } from '@rookery/contracts/field-problems.ts'
import { readRefusal } from '@rookery/contracts/refusals.ts'
import type { TextOf } from '../../texts/logic/translate.ts'

/** Null: another version of the panel or a plugin has written it. */
export function fieldProblemText(t: TextOf, sentence: string): string | null {
  const known = readFieldProblem(sentence)
  if (!known) return null
  const { count, ...values } = known.values
  return t(`fieldProblems.${known.code}`, count === undefined ? values : { ...values, count: Number(count) })
}

/** Null: nobody has foreseen it. */
export function refusalText(t: TextOf, sentence: string): string | null {
  const known = readRefusal(sentence)
  return known && t(`refusals.${known.code}`, known.values)
}
