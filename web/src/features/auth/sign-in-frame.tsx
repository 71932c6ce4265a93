// The frame around every step of signing in: the tower, the name, one card.

import { Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { RookLogo } from '../../parts/logo/logo.tsx'
import { useTexts } from '../../texts/texts.ts'
import styles from './sign-in.module.css'

interface SignInFrameProps {
  panelName: string
  isWide?: boolean
  children: ReactNode
}

export function SignInFrame({ panelName, isWide, children }: SignInFrameProps) {
  const t = useTexts()
  return (
    <main className={isWide ? `${styles.frame} ${styles.wide}` : styles.frame}>
      <Stack className={styles.brand} gap={0} align="center">
        <RookLogo size={isWide ? 40 : 52} />
        <span className={styles.name}>{panelName}</span>
        <span className={styles.tagline}>{t('product.tagline')}</span>
      </Stack>
      <div className={styles.card}>{children}</div>
    </main>
  )
}
