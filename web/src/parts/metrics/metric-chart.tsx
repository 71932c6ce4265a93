// One chart of live values: figures above, the drawing, and the same in a sentence for those who do not see it.

import { Group } from '@mantine/core'
import { type KeyboardEvent, type ReactNode, useId, useMemo, useState } from 'react'
import { useLanguage, useTexts } from '../../texts/texts.ts'
import { formatValue } from '../../ui/format/unit-rules.ts'
import { ChartCanvas } from './chart-canvas.tsx'
import { ChartLegend } from './chart-legend.tsx'
import { type Chart, type ChartLine, unitOf } from './chart-line.ts'
import styles from './charts.module.css'
import { type ChartGap, gapsOf } from './logic/chart-gaps.ts'
import type { Mark } from './logic/chart-marks.ts'
import { columnOf, gapSeconds, steppedColumnOf, tailOf, usualStep } from './logic/metric-table.ts'
import { lastBefore, reachOf, valueAt } from './logic/readings.ts'
import type { TimeWindow } from './logic/time-window.ts'
import { toggleLine } from './logic/visible-lines.ts'
import { MarkFlags } from './mark-flags.tsx'
import type { TimeCursor } from './time-cursor.ts'
import { useChartMoment } from './use-chart-moment.ts'

export interface MetricChartProps {
  chart: Chart
  /** The moments of all charts of the page: they share one time axis. */
  moments: readonly number[]
  window: TimeWindow
  cursor: TimeCursor
  /** Said in place of the chart when none of its lines has a point. */
  absentText: string
  marks: readonly Mark[]
  /** What is measured ended a while ago: there is no value of now. */
  isResting: boolean
  /** Of any chart of the page. */
  hasRightSpace: boolean
  /** Whether its marks can be pressed. */
  hasFlags: boolean
  linkOf?: ((mark: Mark) => ReactNode) | undefined
  onZoom: (window: TimeWindow) => void
  onZoomOut: () => void
  onKey: (event: KeyboardEvent) => void
}

/** What was measured longer before a crash says nothing about it. */
const beforeCrashSeconds = 1800

/** How far from a moment a value may lie to be read there; what is newest stays so until the next is overdue. */
function reachesOf({ points }: ChartLine): { atCursor: number; newest: number } {
  const moments = points.map(([at]) => at)
  return { atCursor: Math.max(1, usualStep(moments) / 2), newest: Math.max(1, gapSeconds(moments)) }
}

/** What stands beside is drawn only beside something. */
export function drawnOf(lines: readonly ChartLine[]): ChartLine[] {
  const reported = lines.filter(({ points }) => points.length > 0)
  return reported.some(({ isShare, isLimit }) => !isShare && !isLimit) ? reported : []
}

/** What is drawn: each line with its values at these moments, and a count goes on until now. */
function withTails(drawn: readonly ChartLine[], moments: readonly number[]) {
  const lines = drawn.flatMap(line => {
    const points = line.isStepped ? tailOf(line.points, moments) : []
    return points.length > 0 ? [line, { ...line, points, isTail: true }] : [line]
  })
  const columns = lines.map(({ points, isStepped }) =>
    (isStepped ? steppedColumnOf : columnOf)(points, moments),
  )
  return { lines, columns }
}

export function MetricChart(props: MetricChartProps) {
  const { chart, moments, window, cursor, absentText, marks, isResting } = props
  const summaryId = useId()
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set())
  const { lines } = chart
  const drawn = useMemo(() => drawnOf(lines), [lines])
  // The same table for as long as the values are the same: a moving cursor draws nothing anew.
  const canvas = useMemo(() => withTails(drawn, moments), [drawn, moments])
  const reaches = useMemo(() => new Map(drawn.map(line => [line, reachesOf(line)])), [drawn])
  const readingOf = (line: ChartLine, at: number | null) => {
    const moment = at ?? moments.at(-1)
    const reach = reaches.get(line)
    if (moment === undefined || !reach || (at === null && isResting)) return null
    if (line.isStepped) return lastBefore(line.points, moment, reach.newest)
    const value = valueAt(line.points, moment, at === null ? reach.newest : reach.atCursor)
    // A game that crashed is asked what it had then, not what it has not any more.
    const isCrash = at !== null && marks.some(({ kind, atSeconds }) => kind === 'crash' && atSeconds === at)
    return value === null && isCrash ? lastBefore(line.points, moment, beforeCrashSeconds) : value
  }
  const gaps = useMemo(() => gapsOf(drawn[0]?.points ?? [], window, marks), [drawn, window, marks])
  const text = useReadings(chart, drawn, window, readingOf)
  return (
    <figure className={`panel ${styles.chart}`}>
      <Group
        component="figcaption"
        className={styles.caption}
        gap="0 14px"
        align="baseline"
        justify="space-between"
      >
        <h3>{chart.title}</h3>
        <ChartLegend
          chart={chart}
          window={window}
          lines={drawn}
          hidden={hidden}
          cursor={cursor}
          readingOf={readingOf}
          onToggle={label =>
            setHidden(
              toggleLine(
                hidden,
                label,
                drawn.map(line => line.label),
              ),
            )
          }
        />
      </Group>
      {drawn.length > 0 ? (
        <div className={styles.drawing}>
          <ChartCanvas
            key={canvas.lines.map(({ label }) => label).join()}
            {...props}
            title={chart.title}
            unit={chart.unit}
            top={chart.top}
            {...canvas}
            hidden={hidden}
            textAt={text.at}
            describedBy={summaryId}
          />
          <Gaps gaps={gaps} hasShare={props.hasRightSpace} />
          <MarkFlags
            marks={marks}
            window={window}
            hasFlags={props.hasFlags}
            hasShare={props.hasRightSpace}
            cursor={cursor}
            linkOf={props.linkOf}
          />
          <p id={summaryId} className="visually-hidden">
            {text.summary}
          </p>
        </div>
      ) : (
        <p className={`text-faint ${styles.absent}`}>{absentText}</p>
      )}
    </figure>
  )
}

function Gaps({ gaps, hasShare }: { gaps: readonly ChartGap[]; hasShare: boolean }) {
  const t = useTexts()
  return (
    <div className={styles.marks} data-share={hasShare || undefined} aria-hidden>
      {gaps.map(({ place, width, reason }) => (
        <div
          key={place}
          className={`hatch ${styles.gap}`}
          style={{ left: `${place * 100}%`, width: `${width * 100}%` }}
        >
          <span>{t(`metrics.gap.${reason}`)}</span>
        </div>
      ))}
    </div>
  )
}

function useReadings(
  chart: Chart,
  lines: readonly ChartLine[],
  window: TimeWindow,
  readingOf: (line: ChartLine, at: number | null) => number | null,
) {
  const t = useTexts()
  const language = useLanguage()
  const clock = useChartMoment(window)
  const asText = (line: ChartLine, value: number | null) =>
    value === null ? t('metrics.noValue') : formatValue(value, unitOf(chart, line), language)
  const about = (line: ChartLine) => {
    const reach = reachOf(line.points, window)
    if (!reach) return t('metrics.summaryNone', { label: line.label })
    return t('metrics.summary', {
      label: line.label,
      newest: asText(line, reach.newest),
      least: asText(line, reach.least),
      most: asText(line, reach.most),
    })
  }
  return {
    at: (at: number | null) =>
      [
        at === null ? t('metrics.newest') : clock(at),
        ...lines.map(line => `${line.label} ${asText(line, readingOf(line, at))}`),
      ].join(', '),
    summary: `${t('metrics.summarySpan', { from: clock(window.fromSeconds), to: clock(window.toSeconds) })} ${lines
      .map(about)
      .join(' ')}`,
  }
}
