// Splits a refusal into what belongs to fields and what stands above the form.

import { ApiError } from '../../platform/api-error.ts'
import { useTexts } from '../../texts/texts.ts'
import { problemMessage } from './problem-message.ts'

export interface Refusal {
  /** By field, in the panel's words. */
  faults: Record<string, string[]>
  problem: string | null
}

/** `fields`: those of the form; what the panel says about any other still has to be said somewhere. */
export function useRefusal(error: unknown, fields: readonly string[]): Refusal {
  const t = useTexts()
  const faults = error instanceof ApiError ? error.fields : {}
  const isAboutFields = fields.some(field => faults[field])
  return { faults, problem: error && !isAboutFields ? problemMessage(t, error) : null }
}
