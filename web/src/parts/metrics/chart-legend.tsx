// What each line of a chart says now, or at the cursor; with several lines each name switches its line off and on.

import { Group } from '@mantine/core'
import { useLanguage, useTexts } from '../../texts/texts.ts'
import { formatValue } from '../../ui/format/unit-rules.ts'
import { type Chart, type ChartLine, unitOf } from './chart-line.ts'
import styles from './charts.module.css'
import type { TimeWindow } from './logic/time-window.ts'
import { type TimeCursor, useCursorAt } from './time-cursor.ts'
import { useChartMoment } from './use-chart-moment.ts'

interface ChartLegendProps {
  chart: Pick<Chart, 'title' | 'unit'>
  lines: readonly ChartLine[]
  window: TimeWindow
  hidden: ReadonlySet<string>
  cursor: TimeCursor
  readingOf: (line: ChartLine, at: number | null) => number | null
  onToggle: (label: string) => void
}

const swatchOf = ({ isLimit, isShare, isPeak }: ChartLine) =>
  [styles.swatch, isLimit && styles.dashed, isShare && styles.thin, isPeak && styles.band]
    .filter(Boolean)
    .join(' ')

export function ChartLegend(props: ChartLegendProps) {
  const { chart, lines, hidden, cursor, readingOf, onToggle } = props
  const t = useTexts()
  const language = useLanguage()
  const clock = useChartMoment(props.window)
  const at = useCursorAt(cursor)
  return (
    <>
      <time className="numbers text-faint">{at !== null && lines.length > 0 && clock(at)}</time>
      <Group component="ul" className={styles.readings} gap="0 4px" align="stretch">
        {lines.map(line => {
          const value = readingOf(line, at)
          const text = value === null ? '–' : formatValue(value, unitOf(chart, line), language)
          if (lines.length === 1) {
            return (
              <li key={line.label} className={styles.line}>
                <span className={swatchOf(line)} style={{ color: `var(${line.token})` }} aria-hidden />
                {line.label !== chart.title && (
                  <span className={`text-quiet ${styles.label}`}>{line.label}</span>
                )}
                <span className={`numbers text-name ${styles.value}`}>{text}</span>
              </li>
            )
          }
          const isHidden = hidden.has(line.label)
          return (
            <li key={line.label} data-off={isHidden || undefined}>
              <button
                type="button"
                className={styles.line}
                aria-pressed={!isHidden}
                title={isHidden ? t('metrics.showLine') : t('metrics.hideLine')}
                onClick={() => onToggle(line.label)}
              >
                <span className={swatchOf(line)} style={{ color: `var(${line.token})` }} aria-hidden />
                <span className={`text-quiet ${styles.label}`}>{line.label}</span>
                <span className={`numbers text-name ${styles.value}`}>{text}</span>
              </button>
            </li>
          )
        })}
      </Group>
    </>
  )
}
