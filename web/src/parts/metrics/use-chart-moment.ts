// A moment as a chart says it: to the second within an hour, with its day in what is longer than half a day.

import { useMemo } from 'react'
import { useLanguage } from '../../texts/texts.ts'
import type { TimeWindow } from './logic/time-window.ts'

const secondsUntil = 3_700
const timeUntil = 43_200

/** Without a window: with day and time. */
export function useChartMoment(window?: TimeWindow): (atSeconds: number) => string {
  const language = useLanguage()
  const span = window ? window.toSeconds - window.fromSeconds : Number.POSITIVE_INFINITY
  const detail = span <= secondsUntil ? 'second' : span <= timeUntil ? 'minute' : 'day'
  return useMemo(() => {
    const format = new Intl.DateTimeFormat(language, {
      hourCycle: 'h23',
      hour: '2-digit',
      minute: '2-digit',
      ...(detail === 'second' && { second: '2-digit' }),
      ...(detail === 'day' && { weekday: 'short', day: 'numeric', month: 'short' }),
    })
    return atSeconds => format.format(atSeconds * 1000)
  }, [language, detail])
}
