// Times that stay true while they are looked at: one clock for the page, and a redraw only when the words change.

import { useSyncExternalStore } from 'react'
import { useLanguage } from '../../texts/texts.ts'
import { fullDate, shortDate } from './date-formats.ts'
import {
  asValue,
  isWithinADay,
  minutesAndSeconds,
  shortSpan,
  spanInSentence,
  timeAgo,
  timeUntil,
} from './relative-time.ts'

const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  timer ??= setInterval(() => {
    for (const each of listeners) each()
  }, 1000)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

const useTicking = (text: (nowMs: number) => string) =>
  useSyncExternalStore(subscribe, () => text(Date.now()))

interface MomentProps {
  at: string
  /** Stands alone, in a cell or beside its name, and begins with a capital. */
  isValue?: boolean
  /** A day and more away it is a date instead of a distance; sentences are worded for distances. */
  isDate?: boolean
}

function Moment({
  at,
  isValue = false,
  isDate = false,
  distanceOf,
}: MomentProps & { distanceOf: typeof timeAgo }) {
  const language = useLanguage()
  const thenMs = Date.parse(at)
  const text = useTicking(nowMs =>
    isDate && !isWithinADay(thenMs, nowMs)
      ? shortDate(thenMs, nowMs, language)
      : distanceOf(thenMs, nowMs, language),
  )
  return (
    <time dateTime={at} title={fullDate(thenMs, language)}>
      {isValue ? asValue(text, language) : text}
    </time>
  )
}

/** How long ago; where it stands alone it is a date after a day. */
export function TimeAgo({ isDate, ...moment }: MomentProps) {
  return <Moment {...moment} isDate={isDate ?? moment.isValue ?? false} distanceOf={timeAgo} />
}

/** How long until a time to come. */
export function TimeUntil(moment: MomentProps) {
  return <Moment {...moment} distanceOf={timeUntil} />
}

interface SpanProps {
  from: string
  to?: string | null
  frame?: (span: string) => string
}

/** How long since `from`, or between `from` and `to`; `frame` puts it into words. */
export function Span({ from, to, frame }: SpanProps) {
  const language = useLanguage()
  const fromMs = Date.parse(from)
  const text = useTicking(nowMs => shortSpan((to ? Date.parse(to) : nowMs) - fromMs, language))
  return (
    <time dateTime={from} title={fullDate(fromMs, language)}>
      {frame ? frame(spanInSentence(text, language)) : text}
    </time>
  )
}

/** Minutes and seconds until then; at the end it stays at nought. */
export function Countdown({
  untilMs,
  frame = span => span,
}: {
  untilMs: number
  frame?: SpanProps['frame']
}) {
  const text = useTicking(nowMs => frame(minutesAndSeconds(untilMs - nowMs)))
  return (
    <time role="timer" aria-live="off" className="numbers">
      {text}
    </time>
  )
}

export const useIsPast = (momentMs: number): boolean =>
  useSyncExternalStore(subscribe, () => Date.now() >= momentMs)
