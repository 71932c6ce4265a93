// The charts of one thing under one cursor, and a word about the line they come by.

import { useMemo } from 'react'
import styles from './charts.module.css'
import type { MetricHistory } from './logic/metric-history.ts'
import { momentsOf } from './logic/metric-table.ts'
import type { MetricsWord } from './logic/metrics-word.ts'
import { MetricChart, type MetricChartProps } from './metric-chart.tsx'
import { MetricsWords } from './metrics-words.tsx'

export type Chart = Pick<MetricChartProps, 'title' | 'unit' | 'top' | 'lines'>

interface ChartGridProps {
  history: MetricHistory
  word: MetricsWord
  charts: Chart[]
  syncKey: string
  absentText: string
}

export function ChartGrid({ history, word, charts, syncKey, absentText }: ChartGridProps) {
  const moments = useMemo(() => momentsOf(history), [history])
  return (
    <>
      <MetricsWords word={word} />
      <div className={styles.grid}>
        {charts.map(chart => (
          <MetricChart
            key={chart.title}
            {...chart}
            moments={moments}
            syncKey={syncKey}
            absentText={absentText}
          />
        ))}
      </div>
    </>
  )
}
