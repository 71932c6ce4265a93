// The last minute of a value as one thin line with a soft ground; for the eye only, the value stands beside it in words.

import { axisTop } from '../../ui/format/logic/units.ts'
import { largestOf, sparklinePaths, type UsageSample } from './logic/sparkline-path.ts'
import styles from './usage.module.css'

interface SparklineProps {
  samples: readonly UsageSample[]
  series: 'cpuPercent' | 'memoryBytes'
}

const size = { width: 44, height: 20 }

export function Sparkline({ samples, series }: SparklineProps) {
  const top = axisTop(largestOf(samples, series), series === 'cpuPercent' ? 'percent' : 'bytes')
  const { line, area } = sparklinePaths(samples, series, top, size)
  return (
    <svg className={styles.sparkline} width={size.width} height={size.height} aria-hidden>
      <path className={styles.ground} d={area} />
      <path className={styles.line} d={line} />
    </svg>
  )
}
