// The charts of one thing: one cursor, one stretch of time, one zoom and the same marks for all of them.

import { SimpleGrid, Stack } from '@mantine/core'
import { type KeyboardEvent, type ReactNode, useMemo, useState } from 'react'
import type { Chart } from './chart-line.ts'
import { ChartToolbar } from './chart-toolbar.tsx'
import { type Mark, marksWithin } from './logic/chart-marks.ts'
import { cursorAfterKey } from './logic/cursor-steps.ts'
import { momentsOf } from './logic/metric-table.ts'
import type { MetricsStatus } from './logic/metrics-status.ts'
import { liveWindow, type TimeSpan, type TimeWindow, zoomBy } from './logic/time-window.ts'
import { MarkList } from './mark-list.tsx'
import { drawnOf, MetricChart } from './metric-chart.tsx'
import { createTimeCursor, type TimeCursor } from './time-cursor.ts'
import type { ChartTime } from './use-stored-metrics.ts'

interface ChartGridProps {
  /** Of the live values. */
  status: MetricsStatus
  charts: readonly Chart[]
  absentText: string
  time: ChartTime
  marks?: readonly Mark[]
  /** What is measured ended a while ago: no value is of now. */
  isResting?: boolean
  /** Where more is said about a mark. */
  linkOf?: (mark: Mark) => ReactNode
  /** In the place of the charts, while they would show nothing. */
  empty?: ReactNode
  /** Below the toolbar, such as how to store more. */
  note?: ReactNode
}

const noMarks: readonly Mark[] = []

export function ChartGrid(props: ChartGridProps) {
  const { status, charts, absentText, time, marks = noMarks, isResting = false, linkOf, empty, note } = props
  const moments = useMemo(
    () => momentsOf(charts.flatMap(({ lines }) => lines.map(({ points }) => points))),
    [charts],
  )
  const hasRightSpace = charts.some(({ lines }) => drawnOf(lines).some(({ isShare }) => isShare))
  const [cursor] = useState(createTimeCursor)
  const view = useTimeWindow(moments, cursor, time)
  return (
    <Stack gap={16}>
      <ChartToolbar
        status={status}
        newestSeconds={moments.at(-1) ?? null}
        isStatusBelow={
          empty !== undefined && status !== 'live' && status !== 'connecting' && time.span.step === 'live'
        }
        time={time}
        {...view}
      />
      {note}
      {empty ?? (
        <>
          <SimpleGrid cols={{ base: 1, md: 2 }} spacing={{ base: 12, md: 16 }}>
            {charts.map((chart, index) => (
              <MetricChart
                key={chart.title}
                chart={chart}
                moments={moments}
                cursor={cursor}
                absentText={chart.absentText ?? absentText}
                marks={marks}
                linkOf={linkOf}
                isResting={isResting}
                hasRightSpace={hasRightSpace}
                hasFlags={index === 0}
                {...view}
              />
            ))}
          </SimpleGrid>
          <MarkList marks={marksWithin(marks, view.window)} cursor={cursor} linkOf={linkOf} />
        </>
      )}
    </Stack>
  )
}

function useTimeWindow(moments: readonly number[], cursor: TimeCursor, time: ChartTime) {
  const { span, storedWindow } = time
  const [zoom, setZoom] = useState<TimeWindow | null>(null)
  const nowSeconds = Date.now() / 1000
  const whole = storedWindow ?? liveWindow(span, moments, nowSeconds)
  const visible = zoom ?? whole

  function onZoomBy(factor: number) {
    const at = cursor.at() ?? (zoom ? (zoom.fromSeconds + zoom.toSeconds) / 2 : visible.toSeconds)
    setZoom(zoomBy(visible, factor, at, whole))
  }

  function onKey(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const next = cursorAfterKey(event.key, cursor.at(), moments, visible)
    if (next !== undefined) cursor.move(next, 'keyboard')
    else if (event.key === '+' || event.key === '=') onZoomBy(0.5)
    else if (event.key === '-') onZoomBy(2)
    else if (event.key === 'Escape' && cursor.at() !== null) cursor.move(null, 'keyboard')
    else if (event.key === 'Escape' && zoom) setZoom(null)
    else return
    event.preventDefault()
  }

  return {
    zoom,
    window: visible,
    onKey,
    onZoomBy,
    onZoom: setZoom,
    onZoomOut: () => setZoom(null),
    onSpan(next: TimeSpan) {
      setZoom(null)
      cursor.move(null, 'span')
      time.onSpan(next)
    },
  }
}
