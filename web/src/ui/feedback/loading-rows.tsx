// Quiet placeholders while rows are on their way; they appear late, so that quick answers do not flicker.

import { Group } from '@mantine/core'
import styles from './feedback.module.css'

export function LoadingRows({ rows = 6 }: { rows?: number }) {
  return (
    <div className={`divided ${styles.loading}`} aria-busy="true" role="status">
      {Array.from({ length: rows }, (_, row) => `row-${row}`).map((key, row) => (
        <Group key={key} className={styles.loadingRow} gap={32} wrap="nowrap">
          <span style={{ width: `${34 - (row % 3) * 6}%` }} />
          <span style={{ width: '14%' }} />
          <span style={{ width: `${20 - (row % 2) * 5}%` }} />
        </Group>
      ))}
    </div>
  )
}
