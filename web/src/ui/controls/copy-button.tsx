// Copies a text and says so for a moment.

import { ActionIcon, Tooltip } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useTexts } from '../../texts/texts.ts'
import styles from './controls.module.css'
import { useCopy } from './use-copy.ts'

export function CopyButton({ text, label }: { text: string; label: string }) {
  const t = useTexts()
  const { isCopied, copy } = useCopy()
  return (
    <Tooltip label={isCopied ? t('actions.copied') : label} opened={isCopied || undefined}>
      <ActionIcon
        size={28}
        aria-label={label}
        className={isCopied ? styles.copied : undefined}
        onClick={event => {
          event.preventDefault()
          event.stopPropagation()
          void copy(text)
        }}
      >
        {isCopied ? <IconCheck size={15} /> : <IconCopy size={15} stroke={1.7} />}
      </ActionIcon>
    </Tooltip>
  )
}

/** An address in mono with its copy button. */
export function CopyableAddress({ address }: { address: string }) {
  const t = useTexts()
  return (
    <span className={styles.address}>
      <span className="mono">{address}</span>
      <CopyButton text={address} label={t('actions.copyAddress')} />
    </span>
  )
}
