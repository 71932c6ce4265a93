// One chart of live values, with what it shows now, or at the cursor, in figures above it.

import { useComputedColorScheme } from '@mantine/core'
import { useEffect, useMemo, useRef, useState } from 'react'
import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import { useLanguage } from '../texts/texts.ts'
import { chartOptions, rememberedColours } from './chart-options.ts'
import styles from './charts.module.css'
import type { Point } from './logic/metric-history.ts'
import { columnOf, timeRange } from './logic/metric-table.ts'
import { type ChartUnit, valueInWords } from './logic/metric-units.ts'

export interface ChartLine {
  label: string
  /** The token of its colour. */
  token: string
  points: readonly Point[]
  isLimit?: boolean
  isFilled?: boolean
}

export interface MetricChartProps {
  title: string
  unit: ChartUnit
  /** Where the axis ends when that is known beforehand. */
  top?: number
  lines: readonly ChartLine[]
  /** The moments of all charts of the page: they share one time axis. */
  moments: readonly number[]
  syncKey: string
  /** Said in place of the chart when none of its lines has a point. */
  absentText: string
}

export function MetricChart(props: MetricChartProps) {
  const { title, unit, lines, moments, absentText } = props
  const language = useLanguage()
  const [row, setRow] = useState<number | null>(null)
  const drawn = useMemo(() => lines.filter(({ points }) => points.length > 0), [lines])
  // The same table for as long as the values are the same: a moving cursor draws nothing anew.
  const columns = useMemo(() => drawn.map(({ points }) => columnOf(points, moments)), [drawn, moments])
  const at = row === null ? undefined : moments[row]
  const clock = new Intl.DateTimeFormat(language, { timeStyle: 'medium', hourCycle: 'h23' })
  return (
    <figure className={styles.chart}>
      <figcaption className={styles.head}>
        <h3>{title}</h3>
        {at !== undefined && drawn.length > 0 && <time className={styles.at}>{clock.format(at * 1000)}</time>}
        <ul className={styles.readings}>
          {drawn.map(({ label, token, isLimit }, index) => {
            const value = columns[index]?.[row ?? moments.length - 1]
            return (
              <li key={label}>
                {lines.length > 1 && (
                  <>
                    <span
                      className={isLimit ? `${styles.swatch} ${styles.dashed}` : styles.swatch}
                      style={{ color: `var(${token})` }}
                      aria-hidden
                    />
                    <span className={styles.label}>{label}</span>
                  </>
                )}
                <span className={styles.value}>
                  {typeof value === 'number' ? valueInWords(value, unit, language) : '–'}
                </span>
              </li>
            )
          })}
        </ul>
      </figcaption>
      {drawn.length > 0 ? (
        <Canvas
          key={drawn.map(({ label }) => label).join()}
          {...props}
          lines={drawn}
          columns={columns}
          onRow={setRow}
        />
      ) : (
        <p className={styles.absent}>{absentText}</p>
      )}
    </figure>
  )
}

interface CanvasProps extends MetricChartProps {
  columns: readonly (number | null)[][]
  onRow: (row: number | null) => void
}

function Canvas(props: CanvasProps) {
  const place = useRef<HTMLDivElement>(null)
  const made = useRef<uPlot | null>(null)
  const latest = useRef(props)
  latest.current = props
  const colours = useMemo(rememberedColours, [])
  const language = useLanguage()
  const colourScheme = useComputedColorScheme('dark')
  const { unit, top, syncKey, moments, columns } = props

  useEffect(() => {
    const room = place.current
    if (!room) return
    const options = chartOptions(latest.current.lines, {
      unit,
      top,
      language,
      syncKey,
      colour: colours.colour,
      range: () => timeRange(latest.current.moments, Date.now() / 1000),
      onCursor: row => latest.current.onRow(row),
    })
    const chart = new uPlot({ ...options, width: room.clientWidth }, tableOf(latest.current), room)
    made.current = chart
    const sizes = new ResizeObserver(() => chart.setSize({ width: room.clientWidth, height: options.height }))
    sizes.observe(room)
    return () => {
      sizes.disconnect()
      chart.destroy()
      made.current = null
    }
  }, [unit, top, language, syncKey, colours])

  useEffect(() => {
    made.current?.setData(tableOf({ moments, columns }))
  }, [moments, columns])

  useEffect(() => {
    // Read after the attribute of the page has changed.
    const frame = requestAnimationFrame(() => {
      if (!colourScheme) return
      colours.forget()
      made.current?.redraw()
    })
    return () => cancelAnimationFrame(frame)
  }, [colourScheme, colours])

  return <div ref={place} className={styles.canvas} role="img" aria-label={props.title} />
}

const tableOf = ({ moments, columns }: Pick<CanvasProps, 'moments' | 'columns'>): uPlot.AlignedData => [
  [...moments],
  ...columns,
]
