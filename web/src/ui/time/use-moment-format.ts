// A moment of a chart as the clock of the reader's region shows it, to the second.

import { useCallback } from 'react'
import { useLanguage } from '../../texts/texts.ts'
import { timeWithSeconds } from './date-formats.ts'

export function useMomentFormat(): (atSeconds: number) => string {
  const language = useLanguage()
  return useCallback(atSeconds => timeWithSeconds(atSeconds * 1000, language), [language])
}
