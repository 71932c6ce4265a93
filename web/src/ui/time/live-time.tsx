// Times that stay true while they are looked at: one clock for the page, and a redraw only when the words change.

import { useSyncExternalStore } from 'react'
import { useLanguage } from '../../texts/texts.ts'
import { fullDate } from './date-formats.ts'
import { asValue, minutesAndSeconds, shortSpan, timeAgo, timeUntil } from './relative-time.ts'

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
}

export function TimeAgo({ at, isValue = false }: MomentProps) {
  const language = useLanguage()
  const thenMs = Date.parse(at)
  const text = useTicking(nowMs => timeAgo(thenMs, nowMs, language))
  return (
    <time dateTime={at} title={fullDate(thenMs, language)}>
      {isValue ? asValue(text, language) : text}
    </time>
  )
}

/** How long until a time to come. */
export function TimeUntil({ at, isValue = false }: MomentProps) {
  const language = useLanguage()
  const thenMs = Date.parse(at)
  const text = useTicking(nowMs => timeUntil(thenMs, nowMs, language))
  return (
    <time dateTime={at} title={fullDate(thenMs, language)}>
      {isValue ? asValue(text, language) : text}
    </time>
  )
}

interface SpanProps {
  from: string
  to?: string | null
  frame?: (span: string) => string
}

/** How long since `from`, or between `from` and `to`; `frame` puts it into words. */
export function Span({ from, to, frame = span => span }: SpanProps) {
  const language = useLanguage()
  const fromMs = Date.parse(from)
  const text = useTicking(nowMs => shortSpan((to ? Date.parse(to) : nowMs) - fromMs, language))
  return (
    <time dateTime={from} title={fullDate(fromMs, language)}>
      {frame(text)}
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
