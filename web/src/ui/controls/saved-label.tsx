// Says beside a form's button that it was saved.

import { IconCheck } from '@tabler/icons-react'
import styles from './form.module.css'

export function SavedLabel({ children }: { children: string }) {
  return (
    <span className={styles.saved} role="status">
      <IconCheck size={16} aria-hidden />
      {children}
    </span>
  )
}
