// The frame of a page: its heading, what stands beside it, and its content.

import type { ReactNode } from 'react'
import styles from './controls.module.css'

interface PageFrameProps {
  title: ReactNode
  beside?: ReactNode
  actions?: ReactNode
  children: ReactNode
}

export function PageFrame({ title, beside, actions, children }: PageFrameProps) {
  return (
    <div className={styles.page}>
      <div className={styles.pageHead}>
        <h1>{title}</h1>
        {beside && <span className={styles.beside}>{beside}</span>}
        {actions && <div className={styles.pageActions}>{actions}</div>}
      </div>
      {children}
    </div>
  )
}

export function Panel({
  title,
  action,
  children,
}: {
  title?: string
  action?: ReactNode
  children: ReactNode
}) {
  return (
    <section className={styles.panel}>
      {title && (
        <div className={styles.panelHead}>
          <h2>{title}</h2>
          {action}
        </div>
      )}
      {children}
    </section>
  )
}
