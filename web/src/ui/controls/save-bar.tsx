// The bar that stays in sight while changes wait to be saved.

import { Button, Group } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { useTexts } from '../../texts/texts.ts'
import styles from './save-bar.module.css'

interface SaveBarProps {
  text: string
  saveText: string
  isBusy?: boolean
  /** The text says why it cannot be saved yet. */
  isBlocked?: boolean
  onSave: () => void
  onDiscard: () => void
}

export function SaveBar({ text, saveText, isBusy, isBlocked, onSave, onDiscard }: SaveBarProps) {
  const t = useTexts()
  return (
    <Group className={styles.bar} gap={8} justify="flex-end" role="status">
      <Group component="span" className={`text-name ${styles.text}`} gap={10} wrap="nowrap">
        <IconPencil size={16} aria-hidden />
        {text}
      </Group>
      <Button variant="subtle" disabled={isBusy} onClick={onDiscard}>
        {t('actions.discard')}
      </Button>
      <Button loading={isBusy} disabled={isBlocked} data-saves-page onClick={onSave}>
        {saveText}
      </Button>
    </Group>
  )
}
