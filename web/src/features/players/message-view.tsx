// A word to everybody who plays.

import { Button, Flex, TextInput } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { useTexts } from '../../texts/texts.ts'

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
    <Flex
      component="form"
      direction={{ base: 'column', xs: 'row' }}
      align={{ base: 'stretch', xs: 'flex-start' }}
      gap={12}
      p={16}
      onSubmit={(event: FormEvent) => void send(event)}
    >
      <TextInput
        flex={{ base: 'none', xs: 1 }}
        miw={0}
        label={t('players.message')}
        description={
          problem ? undefined : t(isSent && message === '' ? 'players.sentToAll' : 'players.messageHint')
        }
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        error={problem}
        maxLength={500}
        value={message}
        onChange={event => setMessage(event.currentTarget.value)}
        rightSection={
          isSent && message === '' ? <IconCheck size={16} aria-label={t('players.sent')} /> : null
        }
      />
      <Button
        type="submit"
        variant="default"
        mt={{ base: 0, xs: 27 }}
        loading={isBusy}
        disabled={message.trim() === ''}
      >
        {t('players.send')}
      </Button>
    </Flex>
  )
}
