// The charts of one thing: one cursor, one stretch of time and one zoom for all of them.

import { SimpleGrid } from '@mantine/core'
import { type KeyboardEvent, useMemo, useState } from 'react'
import type { Chart } from './chart-line.ts'
import { ChartToolbar } from './chart-toolbar.tsx'
import { cursorAfterKey } from './logic/cursor-steps.ts'
import type { MetricHistory } from './logic/metric-history.ts'
import { momentsOf } from './logic/metric-table.ts'
import type { MetricsStatus } from './logic/metrics-status.ts'
import { liveWindow, type TimeSpan, type TimeWindow, zoomBy } from './logic/time-window.ts'
import { MetricChart } from './metric-chart.tsx'
import { createTimeCursor, type TimeCursor } from './time-cursor.ts'

interface ChartGridProps {
  /** Of the thing itself, and of what is drawn beside it. */
  histories: readonly MetricHistory[]
  status: MetricsStatus
  charts: readonly Chart[]
  absentText: string
}

export function ChartGrid({ histories, status, charts, absentText }: ChartGridProps) {
  const moments = useMemo(() => momentsOf(...histories), [histories])
  const [cursor] = useState(createTimeCursor)
  const time = useTimeWindow(moments, cursor)
  return (
    <>
      <ChartToolbar status={status} {...time} />
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing={{ base: 12, md: 16 }}>
        {charts.map(chart => (
          <MetricChart
            key={chart.title}
            chart={chart}
            moments={moments}
            cursor={cursor}
            absentText={absentText}
            {...time}
          />
        ))}
      </SimpleGrid>
    </>
  )
}

function useTimeWindow(moments: readonly number[], cursor: TimeCursor) {
  const [span, setSpan] = useState<TimeSpan>('all')
  const [zoom, setZoom] = useState<TimeWindow | null>(null)
  const nowSeconds = Date.now() / 1000
  const visible = zoom ?? liveWindow(span, moments, nowSeconds)

  function onZoomBy(factor: number) {
    const at = cursor.at() ?? (zoom ? (zoom.fromSeconds + zoom.toSeconds) / 2 : visible.toSeconds)
    setZoom(zoomBy(visible, factor, at, liveWindow('all', moments, nowSeconds)))
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
    span,
    zoom,
    window: visible,
    onKey,
    onZoomBy,
    onZoom: setZoom,
    onZoomOut: () => setZoom(null),
    onSpan(next: TimeSpan) {
      setZoom(null)
      setSpan(next)
    },
  }
}
