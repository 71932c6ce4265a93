// One view in one state, with the name of that state above it.

import type { ReactNode } from 'react'
import styles from './gallery.module.css'

export function Specimen({
  name,
  isNarrow,
  children,
}: {
  name: string
  isNarrow?: boolean
  children: ReactNode
}) {
  return (
    <figure className={styles.specimen} data-specimen={name}>
      <figcaption className={`text-caption ${styles.caption}`}>{name}</figcaption>
      <div
        className={isNarrow ? `${styles.stage} ${styles.narrow}` : styles.stage}
        data-stage={isNarrow ? 'narrow' : 'wide'}
      >
        {children}
      </div>
    </figure>
  )
}

export const ignore = () => undefined
