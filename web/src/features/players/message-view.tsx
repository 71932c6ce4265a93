// A word to everybody who plays.

import { Button, Flex, TextInput } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { useTexts } from '../../texts/texts.ts'

export interface MessageViewProps {
  /** How many are online and read it. */
  playersOnline: number
  isBusy: boolean
  isSent: boolean
  problem: string | null
  /** Resolves to true when everybody has it: the line is emptied then. */
  onSend: (message: string) => Promise<boolean>
}

export function MessageView({ playersOnline, isBusy, isSent, problem, onSend }: MessageViewProps) {
  const t = useTexts()
  const [message, setMessage] = useState('')

  async function send(event: FormEvent) {
    event.preventDefault()
    if (message.trim() !== '' && (await onSend(message.trim()))) setMessage('')
  }

  const isJustSent = isSent && message === ''
  return (
    <Flex
      component="form"
      align="flex-start"
      gap={8}
      p={12}
      onSubmit={(event: FormEvent) => void send(event)}
    >
      <TextInput
        flex={1}
        miw={0}
        aria-label={t('players.message')}
        placeholder={
          playersOnline > 0 ? t('players.messageTo', { count: playersOnline }) : t('players.message')
        }
        description={isJustSent && !problem ? t('players.sentToAll') : undefined}
        inputWrapperOrder={['input', 'description', 'error']}
        error={problem}
        maxLength={500}
        value={message}
        onChange={event => setMessage(event.currentTarget.value)}
        rightSection={isJustSent ? <IconCheck size={16} aria-label={t('players.sent')} /> : null}
      />
      <Button type="submit" variant="default" loading={isBusy} disabled={message.trim() === ''}>
        {t('players.send')}
      </Button>
    </Flex>
  )
}
