// The one calm sentence above charts: live, on its way, or why nothing comes.

import { Group } from '@mantine/core'
import { IconInfoCircle, IconPlugConnectedX, IconPointFilled } from '@tabler/icons-react'
import { useTexts } from '../../texts/texts.ts'
import styles from './charts.module.css'
import type { MetricsStatus } from './logic/metrics-status.ts'

export function MetricsStatusLabel({ status }: { status: MetricsStatus }) {
  const t = useTexts()
  const Icon =
    status === 'live' ? IconPointFilled : status === 'connecting' ? IconInfoCircle : IconPlugConnectedX
  return (
    <Group
      component="p"
      className={`text-secondary ${styles.words}`}
      gap={8}
      wrap="nowrap"
      role="status"
      data-live={status === 'live' || undefined}
    >
      <Icon size={17} stroke={1.7} aria-hidden />
      {t(`metrics.${status}`)}
    </Group>
  )
}
