// A notice in the page: what is the matter, why, and the button that helps.

import { Box, CloseButton, Flex } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTexts } from '../../texts/texts.ts'
import tones from '../tone/tone.module.css'
import type { StatusStyle, Tone } from '../tone/tone.ts'
import styles from './feedback.module.css'

interface NoticeProps {
  status: StatusStyle
  title: ReactNode
  children?: ReactNode
  action?: ReactNode
  /** Left out where it stays as long as what it tells of. */
  onClose?: () => void
  /** One of several in a panel, which has the frame. */
  isRow?: boolean
}

const plainTones: readonly Tone[] = ['warning', 'accent']

const classesOf = ({ tone }: StatusStyle, isRow: boolean) =>
  [styles.notice, tones[tone], plainTones.includes(tone) && styles.plain, isRow && styles.row]
    .filter(Boolean)
    .join(' ')

export function Notice({ status, title, children, action, onClose, isRow = false }: NoticeProps) {
  const t = useTexts()
  return (
    <Flex
      className={classesOf(status, isRow)}
      gap={12}
      align={children ? 'flex-start' : 'center'}
      // Of several in a panel each takes as little of a phone's height as it can.
      wrap={isRow ? 'nowrap' : { base: 'wrap', sm: 'nowrap' }}
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
          w={isRow ? undefined : { base: '100%', sm: 'auto' }}
          maw={isRow ? { base: '42%', sm: 'none' } : undefined}
          pl={isRow ? undefined : { base: 30, sm: 0 }}
        >
          {action}
        </Box>
      )}
      {onClose && <CloseButton flex="none" size="sm" aria-label={t('actions.close')} onClick={onClose} />}
    </Flex>
  )
}
