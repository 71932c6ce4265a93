// A moment as the clock of the reader's language shows it, to the second.

import { useMemo } from 'react'
import { useLanguage } from '../../texts/texts.ts'

export function useMomentFormat(): (atSeconds: number) => string {
  const language = useLanguage()
  return useMemo(() => {
    const clock = new Intl.DateTimeFormat(language, { timeStyle: 'medium', hourCycle: 'h23' })
    return atSeconds => clock.format(atSeconds * 1000)
  }, [language])
}
