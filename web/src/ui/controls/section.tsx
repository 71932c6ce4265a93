// One section of a settings page: what it is about at the left, its panel at the right.

import { Group } from '@mantine/core'
import type { ReactNode } from 'react'
import styles from './section.module.css'

interface SectionProps {
  title: string
  text: string
  children: ReactNode
}

export function Section({ title, text, children }: SectionProps) {
  return (
    <section className={styles.section}>
      <div className={styles.about}>
        <h2>{title}</h2>
        <p>{text}</p>
      </div>
      <div className={styles.panel}>{children}</div>
    </section>
  )
}

interface SettingRowProps {
  title: ReactNode
  text: ReactNode
  action?: ReactNode
}

/** One thing of a section with its button. */
export function SettingRow({ title, text, action }: SettingRowProps) {
  return (
    <Group className={styles.row} gap="12px 24px" wrap="nowrap" justify="space-between">
      <div className={styles.rowWords}>
        <h3>{title}</h3>
        <p>{text}</p>
      </div>
      {action && <div className={styles.rowAction}>{action}</div>}
    </Group>
  )
}
