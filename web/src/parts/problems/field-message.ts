// Says what is wrong with one field, and why a request was refused: in the person's language where we know the panel's
// sentence, else as the panel says it.

import type { ApiError } from '../../platform/api-error.ts'
import { type TextOf, withTexts } from '../../texts/texts.ts'
import { isFrequent } from './frequent-problem-rules.ts'

const load = withTexts(['fieldProblems', 'refusals'], () => import('./refusal-text.ts'))

let loaded: Awaited<ReturnType<typeof load>> | null = null

/** Before a refusal reaches the page that shows it; what cannot be loaded is said as the panel says it. */
export async function loadRefusalTexts({ code }: ApiError): Promise<void> {
  if (loaded === null && !isFrequent(code)) loaded = await load().catch(() => null)
}

/** Of the request as a whole. Null: it is said as it came. */
export const refusalText = (t: TextOf, message: string): string | null =>
  loaded?.refusalText(t, message) ?? null

const asSentence = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1).replace(/[^.]$/, '$&.')

export function fieldMessage(t: TextOf, faults: string[] | undefined): string | undefined {
  if (!faults || faults.length === 0) return undefined
  return faults.map(fault => loaded?.fieldProblemText(t, fault) ?? asSentence(fault)).join(' ')
}
