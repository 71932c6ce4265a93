// The frame around every step of signing in: the tower, the name, one card.

import type { ReactNode } from 'react'
import { RookLogo } from '../../ui/logo/rook-logo.tsx'
import { useTexts } from '../../ui/texts/texts.ts'
import styles from './sign-in.module.css'

export function SignInFrame({ panelName, children }: { panelName: string; children: ReactNode }) {
  const t = useTexts()
  return (
    <main className={styles.frame}>
      <div className={styles.brand}>
        <RookLogo size={52} />
        <span className={styles.name}>{panelName}</span>
        <span className={styles.tagline}>{t('product.tagline')}</span>
      </div>
      <div className={styles.card}>{children}</div>
    </main>
  )
}
