// The one calm sentence above charts: live, on its way, or why nothing comes.

import { IconInfoCircle, IconPlugConnectedX, IconPointFilled } from '@tabler/icons-react'
import { useTexts } from '../../texts/texts.ts'
import styles from './charts.module.css'
import type { MetricsStatus } from './logic/metrics-status.ts'

export function MetricsStatusLabel({ status }: { status: MetricsStatus }) {
  const t = useTexts()
  const Icon =
    status === 'live' ? IconPointFilled : status === 'connecting' ? IconInfoCircle : IconPlugConnectedX
  return (
    <p className={styles.words} role="status" data-live={status === 'live' || undefined}>
      <Icon size={17} stroke={1.7} aria-hidden />
      {t(`metrics.${status}`)}
    </p>
  )
}
