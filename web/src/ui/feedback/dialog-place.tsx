// Where a dialog opens that is loaded when somebody wants it: until it is there, its place is seen.

import { type ReactNode, Suspense } from 'react'
import { createPortal } from 'react-dom'
import styles from './feedback.module.css'
import { LoadingForm } from './loading-rows.tsx'

function LoadingDialog() {
  return createPortal(
    <div className={styles.dialogPlace}>
      <div className={styles.dialogBox}>
        <LoadingForm fields={2} isLate />
      </div>
    </div>,
    document.body,
  )
}

export function DialogPlace({ children }: { children: ReactNode }) {
  return <Suspense fallback={<LoadingDialog />}>{children}</Suspense>
}
