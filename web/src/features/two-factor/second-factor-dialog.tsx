// The frame of the dialogs; while codes are shown that never come again, only their own button closes it.

import { Modal } from '@mantine/core'
import type { ReactNode } from 'react'

interface SecondFactorDialogProps {
  title: string
  isWide?: boolean
  mustStay?: boolean
  onClose: () => void
  children: ReactNode
}

export function SecondFactorDialog({ title, isWide, mustStay, onClose, children }: SecondFactorDialogProps) {
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      size={isWide ? 560 : 440}
      yOffset="6dvh"
      withCloseButton={!mustStay}
      closeOnClickOutside={false}
      closeOnEscape={!mustStay}
    >
      {children}
    </Modal>
  )
}
