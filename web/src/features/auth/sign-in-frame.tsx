// The frame around every step of signing in: the tower, the name, one card.

import { Box, Stack } from '@mantine/core'
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
    <Stack
      component="main"
      className={isWide ? `${styles.frame} ${styles.wide}` : styles.frame}
      gap={28}
      align="center"
    >
      <Stack gap={0} align="center">
        <RookLogo size={isWide ? 40 : 52} />
        <Box component="span" mt={14} fz={22} fw={650} lts="-0.02em">
          {panelName}
        </Box>
        <Box component="span" className="text-faint" fz={13.5}>
          {t('product.tagline')}
        </Box>
      </Stack>
      <Box
        className="panel"
        w="100%"
        maw={isWide ? 560 : 384}
        px={{ base: 22, sm: 28 }}
        py={{ base: 24, sm: 28 }}
        bdrs={16}
      >
        {children}
      </Box>
    </Stack>
  )
}
