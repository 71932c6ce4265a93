// The one calm sentence above charts: live, on its way, or why nothing comes.

import { IconInfoCircle, IconPlugConnectedX, IconPointFilled } from '@tabler/icons-react'
import { useTexts } from '../../texts/texts.ts'
import styles from './charts.module.css'
import type { MetricsWord } from './logic/metrics-status.ts'

export function MetricsWords({ word }: { word: MetricsWord }) {
  const t = useTexts()
  const Icon = word === 'live' ? IconPointFilled : word === 'connecting' ? IconInfoCircle : IconPlugConnectedX
  return (
    <p className={styles.words} role="status" data-live={word === 'live' || undefined}>
      <Icon size={17} stroke={1.7} aria-hidden />
      {t(`metrics.${word}`)}
    </p>
  )
}
