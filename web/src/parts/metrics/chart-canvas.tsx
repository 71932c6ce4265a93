// The drawing of one chart: shows the window and the moment that the page points at, and tells where somebody points or drags.

import { useComputedColorScheme } from '@mantine/core'
import { type KeyboardEvent, useEffect, useMemo, useRef } from 'react'
import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import { useLanguage } from '../../texts/texts.ts'
import type { ChartUnit } from '../../ui/format/unit-rules.ts'
import type { ChartLine } from './chart-line.ts'
import { chartOptions, rememberedColors } from './chart-options.ts'
import styles from './charts.module.css'
import type { TimeWindow } from './logic/time-window.ts'
import { type TimeCursor, useCursorAt } from './time-cursor.ts'

export interface ChartCanvasProps {
  title: string
  unit: ChartUnit
  top?: number
  hasRightSpace: boolean
  lines: readonly ChartLine[]
  columns: readonly (number | null | undefined)[][]
  moments: readonly number[]
  window: TimeWindow
  hidden: ReadonlySet<string>
  cursor: TimeCursor
  /** What stands at the cursor, for those who hear it. */
  textAt: (at: number | null) => string
  describedBy: string
  onZoom: (window: TimeWindow) => void
  onZoomOut: () => void
  onKey: (event: KeyboardEvent) => void
}

const tableOf = ({ moments, columns }: Pick<ChartCanvasProps, 'moments' | 'columns'>): uPlot.AlignedData => [
  [...moments],
  ...columns,
]

/** Where the pointer is tells the page's cursor; a finger leaves it there, so that it can be read. */
function followPointer(chart: uPlot, cursor: TimeCursor): void {
  const point = (event: PointerEvent) => {
    const { left } = chart.over.getBoundingClientRect()
    cursor.move(chart.data[0][chart.posToIdx(event.clientX - left)] ?? null, 'chart')
  }
  chart.over.addEventListener('pointermove', point)
  chart.over.addEventListener('pointerdown', point)
  chart.over.addEventListener('pointerleave', event => {
    if (event.pointerType !== 'touch') cursor.move(null, 'chart')
  })
}

function showCursor(chart: uPlot | null, at: number | null): void {
  if (!chart) return
  const { min, max } = chart.scales.x ?? {}
  const isVisible = at !== null && min != null && max != null && at >= min && at <= max
  chart.setCursor({ left: isVisible ? chart.valToPos(at, 'x') : -10, top: isVisible ? 10 : -10 }, false)
}

function showLines(chart: uPlot, { lines, hidden }: Pick<ChartCanvasProps, 'lines' | 'hidden'>): void {
  for (const [index, { label }] of lines.entries()) {
    const show = !hidden.has(label)
    if (chart.series[index + 1]?.show !== show) chart.setSeries(index + 1, { show })
  }
}

export function ChartCanvas(props: ChartCanvasProps) {
  const place = useRef<HTMLDivElement>(null)
  const created = useRef<uPlot | null>(null)
  const latest = useRef(props)
  latest.current = props
  const colors = useMemo(rememberedColors, [])
  const language = useLanguage()
  const colorScheme = useComputedColorScheme('dark')
  const { unit, top, hasRightSpace, moments, columns, cursor, hidden, lines, window } = props

  useEffect(() => {
    const room = place.current
    if (!room) return
    const options = chartOptions(latest.current.lines, {
      unit,
      top,
      hasRightSpace,
      language,
      color: colors.color,
      window: () => latest.current.window,
      onZoom: zoom => latest.current.onZoom(zoom),
      onZoomOut: () => latest.current.onZoomOut(),
    })
    const chart = new uPlot({ ...options, width: room.clientWidth }, tableOf(latest.current), room)
    created.current = chart
    showLines(chart, latest.current)
    followPointer(chart, cursor)
    const stop = cursor.subscribe(() => showCursor(chart, cursor.at()))
    const sizes = new ResizeObserver(() => {
      chart.setSize({ width: room.clientWidth, height: options.height })
      showCursor(chart, cursor.at())
    })
    sizes.observe(room)
    return () => {
      stop()
      sizes.disconnect()
      chart.destroy()
      created.current = null
    }
  }, [unit, top, hasRightSpace, language, cursor, colors])

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new window is drawn like new values.
  useEffect(() => {
    created.current?.setData(tableOf({ moments, columns }))
    // The moment stays what it was, wherever it is on the screen now.
    showCursor(created.current, cursor.at())
  }, [moments, columns, window.fromSeconds, window.toSeconds, cursor])

  useEffect(() => {
    if (created.current) showLines(created.current, { lines, hidden })
  }, [lines, hidden])

  useEffect(() => {
    // Read after the attribute of the page has changed.
    const frame = requestAnimationFrame(() => {
      if (!colorScheme) return
      colors.forget()
      created.current?.redraw()
    })
    return () => cancelAnimationFrame(frame)
  }, [colorScheme, colors])

  return <KeyboardCursor {...props} place={place} />
}

/** The keyboard walks through time as through the values of a slider, and each is spoken. */
function KeyboardCursor({ place, ...props }: ChartCanvasProps & { place: React.Ref<HTMLDivElement> }) {
  const at = useCursorAt(props.cursor)
  const { window, moments } = props
  return (
    <div
      ref={place}
      className={styles.canvas}
      role="slider"
      tabIndex={0}
      aria-label={props.title}
      aria-describedby={props.describedBy}
      aria-valuemin={Math.floor(window.fromSeconds)}
      aria-valuemax={Math.ceil(window.toSeconds)}
      aria-valuenow={Math.round(at ?? moments.at(-1) ?? window.toSeconds)}
      aria-valuetext={props.textAt(at)}
      onKeyDown={props.onKey}
    />
  )
}
