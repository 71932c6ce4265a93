// A moment as a chart says it: to the second within an hour, with its day in what is longer than half a day.

import { useCallback } from 'react'
import { useLanguage } from '../../texts/texts.ts'
import { chartDayAndTime, timeOfDay, timeWithSeconds } from '../../ui/time/date-formats.ts'
import type { TimeWindow } from './logic/time-window.ts'

const secondsUntil = 3_700
const timeUntil = 43_200

function formatFor(spanSeconds: number) {
  if (spanSeconds <= secondsUntil) return timeWithSeconds
  return spanSeconds <= timeUntil ? timeOfDay : chartDayAndTime
}

/** Without a window: with day and time. */
export function useChartMoment(window?: TimeWindow): (atSeconds: number) => string {
  const language = useLanguage()
  const format = formatFor(window ? window.toSeconds - window.fromSeconds : Number.POSITIVE_INFINITY)
  return useCallback(atSeconds => format(atSeconds * 1000, language), [format, language])
}
