// The last minute of a value as a small line, beside the value itself.

import { useMemo } from 'react'
import styles from './charts.module.css'
import { bridgedStep, linePath } from './logic/line-path.ts'
import type { Point } from './logic/metric-history.ts'

const sparkSeconds = 60
/** Fewer are no line. */
const fewestPoints = 3
const sizes = { small: { width: 56, height: 20 }, medium: { width: 72, height: 22 } }

interface SparklineProps {
  points: readonly Point[]
  /** The newest moment that is known of anything: what has stopped moves out to the left. */
  newestSeconds: number
  /** The value at the upper edge. */
  top: number
  token: string
  /** `small` fits the row of a list. */
  size?: keyof typeof sizes
}

export function Sparkline({ points, newestSeconds, top, token, size = 'medium' }: SparklineProps) {
  const { width, height } = sizes[size]
  const path = useMemo(() => {
    const window = { fromSeconds: newestSeconds - sparkSeconds, toSeconds: newestSeconds }
    const longestStep = bridgedStep(points)
    return linePath(points, { window, top, width, height: height - 2, longestStep, fewestPoints })
  }, [points, newestSeconds, top, width, height])
  return (
    <svg
      className={styles.sparkline}
      viewBox={`0 -1 ${width} ${height}`}
      width={width}
      height={height}
      preserveAspectRatio="none"
      style={{ color: `var(${token})` }}
      aria-hidden
    >
      <path d={path.area} fill="currentcolor" opacity={0.16} />
      <path
        d={path.line}
        fill="none"
        stroke="currentcolor"
        strokeWidth={1.4}
        strokeLinejoin="round"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  )
}
