// The one calm sentence above charts: live, on its way, or why nothing comes.

import { IconInfoCircle, IconPlugConnectedX } from '@tabler/icons-react'
import { useTexts } from '../texts/texts.ts'
import styles from './charts.module.css'
import type { MetricsWord } from './logic/metrics-word.ts'

export function MetricsWords({ word }: { word: MetricsWord }) {
  const t = useTexts()
  if (word === 'live') return null
  const Icon = word === 'connecting' ? IconInfoCircle : IconPlugConnectedX
  return (
    <p className={styles.words} role="status">
      <Icon size={17} stroke={1.7} aria-hidden />
      {t(`metrics.${word}`)}
    </p>
  )
}
