// The frame of a page: its heading, what stands beside it, and its content.

import type { ReactNode } from 'react'
import styles from './controls.module.css'
import detail from './detail.module.css'

interface PageFrameProps {
  /** Where the page belongs, above its heading. */
  path?: ReactNode
  title: ReactNode
  beside?: ReactNode
  actions?: ReactNode
  children: ReactNode
}

export function PageFrame({ path, title, beside, actions, children }: PageFrameProps) {
  return (
    <div className={styles.page}>
      <div className={styles.pageHead}>
        <div>
          {path && <nav className={detail.path}>{path}</nav>}
          <h1>{title}</h1>
        </div>
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
