// The frame of a page: its heading, what stands beside it, and its content.

import { Group, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { Breadcrumbs } from './breadcrumbs.tsx'
import styles from './controls.module.css'

interface PageFrameProps {
  /** The pages that it belongs to: links, the topmost first. */
  path?: ReactNode
  /** What the path ends with, where that is not the title. */
  here?: ReactNode
  title: ReactNode
  beside?: ReactNode
  actions?: ReactNode
  children: ReactNode
}

export function PageFrame({ path, title, here = title, beside, actions, children }: PageFrameProps) {
  return (
    <Stack className={styles.page} gap={20}>
      <Group gap={12} mih={36} justify="space-between">
        <div className={styles.heading}>
          {path && <Breadcrumbs here={here}>{path}</Breadcrumbs>}
          <Group gap="4px 12px">
            <h1>{title}</h1>
            {beside && <span className={styles.beside}>{beside}</span>}
          </Group>
        </div>
        {actions && (
          <Group gap={8} align="stretch" wrap="nowrap">
            {actions}
          </Group>
        )}
      </Group>
      {children}
    </Stack>
  )
}

export function Panel({
  title,
  action,
  isDivided,
  children,
}: {
  title?: string
  action?: ReactNode
  /** With a line between what stands in it. */
  isDivided?: boolean
  children: ReactNode
}) {
  return (
    <section className={`panel ${styles.panel} ${isDivided ? 'divided' : ''}`}>
      {title && (
        <Group className={styles.panelHead} gap={12} wrap="nowrap" justify="space-between">
          <h2>{title}</h2>
          {action}
        </Group>
      )}
      {children}
    </section>
  )
}
