// A thin progress bar; without a number it shows that work goes on.

import styles from './task.module.css'

export function ProgressBar({ progress, label }: { progress: number | null; label: string }) {
  const percent = progress === null ? undefined : Math.round(progress * 100)
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuenow={percent}
      aria-valuemin={0}
      aria-valuemax={100}
      className={styles.track}
    >
      <div
        className={percent === undefined ? `${styles.fill} ${styles.roaming}` : styles.fill}
        style={percent === undefined ? undefined : { width: `${percent}%` }}
      />
    </div>
  )
}
