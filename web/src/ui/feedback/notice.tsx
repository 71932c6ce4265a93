// A notice in the page: what is the matter, why, and the button that helps.

import { Box, Flex } from '@mantine/core'
import type { ReactNode } from 'react'
import tones from '../tone/tone.module.css'
import type { StatusStyle } from '../tone/tone.ts'
import styles from './feedback.module.css'

interface NoticeProps {
  status: StatusStyle
  title: string
  children?: ReactNode
  action?: ReactNode
}

export function Notice({ status, title, children, action }: NoticeProps) {
  return (
    <Flex
      className={`${styles.notice} ${tones[status.tone]}`}
      gap={12}
      align={children ? 'flex-start' : 'center'}
      wrap={{ base: 'wrap', sm: 'nowrap' }}
      role="status"
    >
      <status.Icon size={18} aria-hidden />
      <Box flex={1} miw={0}>
        <strong>{title}</strong>
        {children && <div className="text-secondary">{children}</div>}
      </Box>
      {action && (
        <Box
          flex="none"
          style={{ alignSelf: 'center' }}
          w={{ base: '100%', sm: 'auto' }}
          pl={{ base: 30, sm: 0 }}
        >
          {action}
        </Box>
      )}
    </Flex>
  )
}
