// A word to everybody who plays.

import { Button, TextInput } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { useTexts } from '../../texts/texts.ts'
import styles from './players.module.css'

export interface MessageViewProps {
  isBusy: boolean
  isSent: boolean
  problem: string | null
  /** Resolves to true when everybody has it: the line is emptied then. */
  onSend: (message: string) => Promise<boolean>
}

export function MessageView({ isBusy, isSent, problem, onSend }: MessageViewProps) {
  const t = useTexts()
  const [message, setMessage] = useState('')

  async function send(event: FormEvent) {
    event.preventDefault()
    if (message.trim() !== '' && (await onSend(message.trim()))) setMessage('')
  }

  return (
    <form className={styles.message} onSubmit={event => void send(event)}>
      <TextInput
        className={styles.messageField}
        label={t('players.message')}
        description={problem ? undefined : t('players.messageHint')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        error={problem}
        maxLength={500}
        value={message}
        onChange={event => setMessage(event.currentTarget.value)}
        rightSection={
          isSent && message === '' ? <IconCheck size={16} aria-label={t('players.sent')} /> : null
        }
      />
      <Button type="submit" variant="default" loading={isBusy} disabled={message.trim() === ''}>
        {t('players.send')}
      </Button>
    </form>
  )
}
