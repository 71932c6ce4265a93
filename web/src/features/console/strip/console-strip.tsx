// The thin strip of load and memory above the console: pointing at a moment shows the lines of that second.

import { ActionIcon, Tooltip } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { type KeyboardEvent, type PointerEvent, useMemo, useRef, useState } from 'react'
import { gapsOf } from '../../../parts/metrics/logic/chart-gaps.ts'
import { linePath } from '../../../parts/metrics/logic/line-path.ts'
import { type MetricHistory, pointsOf } from '../../../parts/metrics/logic/metric-history.ts'
import { gapSeconds } from '../../../parts/metrics/logic/metric-table.ts'
import { reachOf, valueAt } from '../../../parts/metrics/logic/readings.ts'
import type { TimeWindow } from '../../../parts/metrics/logic/time-window.ts'
import { type TimeCursor, useCursorAt } from '../../../parts/metrics/time-cursor.ts'
import { useLanguage, useTexts } from '../../../texts/texts.ts'
import { axisTop, formatValue } from '../../../ui/format/unit-rules.ts'
import { useMomentFormat } from '../../../ui/time/use-moment-format.ts'
import styles from '../console.module.css'
import type { OutputSeconds } from './logic/output-seconds.ts'
import { secondAt, shareOf, stripWindow } from './logic/strip-window.ts'

export interface ConsoleStripProps {
  history: MetricHistory
  seconds: OutputSeconds
  cursor: TimeCursor
}

const width = 1000
const height = 30

const stripLines = [
  { series: 'panel_server_cpu_usage_percent', unit: 'percent', token: '--state-moving', isFilled: true },
  { series: 'panel_server_memory_usage_bytes', unit: 'bytes', token: '--accent-text', isFilled: false },
] as const

export function ConsoleStrip({ history, seconds, cursor }: ConsoleStripProps) {
  const [isHeld, setIsHeld] = useState(false)
  const newestLine = [...seconds.keys()].at(-1) ?? null
  const newestSample = pointsOf(history, 'panel_server_up').at(-1)?.[0] ?? null
  const { fromSeconds, toSeconds } = stripWindow(newestSample, newestLine, Date.now() / 1000)
  const window = useMemo(() => ({ fromSeconds, toSeconds }), [fromSeconds, toSeconds])
  return (
    <div className={`line-below text-caption ${styles.strip}`}>
      <Readings
        history={history}
        seconds={seconds}
        cursor={cursor}
        isHeld={isHeld}
        onRelease={() => {
          setIsHeld(false)
          cursor.move(null, 'strip')
        }}
      />
      <Track
        history={history}
        seconds={seconds}
        cursor={cursor}
        window={window}
        isHeld={isHeld}
        onHold={setIsHeld}
      />
    </div>
  )
}

interface ReadingsProps extends ConsoleStripProps {
  isHeld: boolean
  onRelease: () => void
}

function Readings({ history, seconds, cursor, isHeld, onRelease }: ReadingsProps) {
  const t = useTexts()
  const clock = useMomentFormat()
  const at = useCursorAt(cursor)
  const text = useFormattedValues(history, at)
  return (
    <dl className={`numbers ${styles.readings}`}>
      {stripLines.map(({ series, token }, index) => (
        <div key={series}>
          <dt>
            <span className={styles.swatch} style={{ color: `var(${token})` }} aria-hidden />
            {index === 0 ? t('usage.cpuShort') : t('usage.memoryShort')}
          </dt>
          {/* What is now stands in the head of the page. */}
          <dd>{at !== null && text[index]}</dd>
        </div>
      ))}
      <div className={styles.moment}>
        <dt>{at === null ? t('console.stripNow') : clock(at)}</dt>
        <dd>{at !== null && t('console.linesThen', { count: seconds.get(at) ?? 0 })}</dd>
        {isHeld && (
          <dd className={styles.release}>
            <Tooltip label={t('console.stripRelease')}>
              <ActionIcon size={24} aria-label={t('console.stripRelease')} onClick={onRelease}>
                <IconX size={14} />
              </ActionIcon>
            </Tooltip>
          </dd>
        )}
      </div>
    </dl>
  )
}

function useFormattedValues(history: MetricHistory, at: number | null): string[] {
  const language = useLanguage()
  return stripLines.map(({ series, unit }) => {
    const points = pointsOf(history, series)
    const moment = at ?? pointsOf(history, 'panel_server_up').at(-1)?.[0] ?? 0
    const reach = Math.max(1, gapSeconds(points.map(([each]) => each)))
    const value = valueAt(points, moment, reach)
    return value === null ? '–' : formatValue(value, unit, language)
  })
}

interface TrackProps extends ConsoleStripProps {
  window: TimeWindow
  isHeld: boolean
  onHold: (isHeld: boolean) => void
}

const keySteps: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, PageUp: -10, PageDown: 10 }

/** By pointer, finger or keys; what is clicked stays until it is clicked again, or Escape. */
function useTrack({ cursor, window, isHeld, onHold }: TrackProps) {
  const track = useRef<HTMLDivElement>(null)
  const pointed = (event: PointerEvent) => {
    const box = track.current?.getBoundingClientRect()
    return box ? secondAt(window, (event.clientX - box.left) / box.width) : null
  }
  function release() {
    onHold(false)
    cursor.move(null, 'strip')
  }
  return {
    track,
    onPointerMove: (event: PointerEvent) => {
      if (!isHeld || event.pointerType === 'touch') cursor.move(pointed(event), 'strip')
    },
    onPointerDown: (event: PointerEvent) => {
      const second = pointed(event)
      if (isHeld && second === cursor.at()) return release()
      onHold(true)
      cursor.move(second, 'strip')
    },
    onPointerLeave: () => {
      if (!isHeld) cursor.move(null, 'strip')
    },
    onKeyDown: (event: KeyboardEvent) => {
      const step = keySteps[event.key]
      if (event.key === 'Escape') release()
      else if (step === undefined) return
      else {
        const next = (cursor.at() ?? window.toSeconds) + step
        onHold(true)
        cursor.move(Math.max(window.fromSeconds, Math.min(window.toSeconds, next)), 'strip')
      }
      event.preventDefault()
    },
  }
}

function Track(props: TrackProps) {
  const { history, seconds, cursor, window, isHeld } = props
  const t = useTexts()
  const clock = useMomentFormat()
  const at = useCursorAt(cursor)
  const [cpu, memory] = useFormattedValues(history, at)
  const { track, ...pointing } = useTrack(props)
  const share = at === null ? null : shareOf(window, at)
  const lines = seconds.get(at ?? window.toSeconds) ?? 0
  const values = `${t('usage.cpuShort')} ${cpu}, ${t('usage.memoryShort')} ${memory}`
  return (
    <div className={styles.track}>
      <div
        ref={track}
        className={styles.drawing}
        role="slider"
        tabIndex={0}
        aria-label={t('console.strip')}
        aria-valuemin={window.fromSeconds}
        aria-valuemax={window.toSeconds}
        aria-valuenow={at ?? window.toSeconds}
        aria-valuetext={`${clock(at ?? window.toSeconds)}, ${values}, ${t('console.linesThen', { count: lines })}`}
        {...pointing}
      >
        <Drawing history={history} window={window} />
        <Gaps history={history} window={window} />
        {[...seconds.keys()].map(second => {
          const place = shareOf(window, second)
          return place === null ? null : (
            <span key={second} className={styles.output} style={{ left: `${place * 100}%` }} />
          )
        })}
        {share !== null && (
          <span
            className={styles.cursor}
            data-held={isHeld || undefined}
            style={{ left: `${share * 100}%` }}
          />
        )}
      </div>
    </div>
  )
}

/** As on the page of metrics: an empty stretch would look like nothing used. */
function Gaps({ history, window }: { history: MetricHistory; window: TimeWindow }) {
  return gapsOf(pointsOf(history, stripLines[0].series), window, []).map(({ place, width: share }) => (
    <span
      key={place}
      className={`hatch ${styles.gap}`}
      style={{ left: `${place * 100}%`, width: `${share * 100}%` }}
    />
  ))
}

function Drawing({ history, window }: { history: MetricHistory; window: TimeWindow }) {
  return (
    <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden>
      {stripLines.map(({ series, unit, token, isFilled }) => {
        const points = pointsOf(history, series)
        const top = axisTop(reachOf(points, window)?.most ?? 0, unit)
        const path = linePath(points, { window, top, width, height: height - 1 })
        return (
          <g key={series} style={{ color: `var(${token})` }}>
            {isFilled && <path d={path.area} fill="currentcolor" opacity={0.14} />}
            <path
              d={path.line}
              fill="none"
              stroke="currentcolor"
              strokeWidth={1.2}
              vectorEffect="non-scaling-stroke"
            />
          </g>
        )
      })}
    </svg>
  )
}
