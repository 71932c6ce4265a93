// What the panel says of a line of an egg, in the reader's language.

import { readEggNote } from '@rookery/contracts/egg-notes.ts'
import { fieldProblemText } from '../../../parts/problems/refusal-text.ts'
import type { TextOf } from '../../../texts/logic/translate.ts'

/** Names out of the egg stay as they are. */
export function eggNoteText(t: TextOf, words: string): string {
  const known = readEggNote(words)
  if (!known) return words.charAt(0).toUpperCase() + words.slice(1)
  const { count, rule, ...values } = known.values
  return t(`eggNotes.${known.code}`, {
    ...values,
    ...(count !== undefined && { count: Number(count) }),
    // A default that breaks a rule: the rule is a sentence of its own.
    ...(rule !== undefined && { rule: fieldProblemText(t, `must ${rule}`) ?? rule }),
  })
}
