// Copies a text and says so for a moment.

import { ActionIcon, Group, Tooltip } from '@mantine/core'
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
    <Group component="span" className={styles.address} display="inline-flex" gap={2} wrap="nowrap">
      <span className="mono">{address}</span>
      <CopyButton text={address} label={t('actions.copyAddress')} />
    </Group>
  )
}

/** A longer value in a well of its own: a password, a token, a command. */
export function CopyField({ text, label }: { text: string; label: string }) {
  return (
    <Group className="well" p="10px 8px 10px 14px" gap={8} align="flex-start" wrap="nowrap">
      <code className={styles.value}>{text}</code>
      <CopyButton text={text} label={label} />
    </Group>
  )
}
