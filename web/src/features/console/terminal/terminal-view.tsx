// The terminal tab: what it is above, the terminal in the middle, below why there is none.

import { Box, Button, Group, Loader, Stack } from '@mantine/core'
import { IconInfoCircle, IconPlugConnected, IconPlugConnectedX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTexts } from '../../../texts/texts.ts'
import styles from '../console.module.css'
import type { AttachMessage } from '../logic/attach-message.ts'

export interface TerminalViewProps {
  terminal: ReactNode
  message: AttachMessage
  isAttached: boolean
  ended: { reason: string; exit_code?: number } | null
  refusal: string | null
  /** It has been connecting for longer than usual. */
  isSlow: boolean
  /** For fingers, whose keyboard has no such keys; left out while nothing is attached. */
  keys?: ReactNode
  onAttach: () => void
  onDetach: () => void
}

function useSentence({ message, ended }: TerminalViewProps): string | null {
  const t = useTexts()
  if (ended && (message === 'connecting' || message === null)) {
    const { reason, exit_code: code } = ended
    return code === undefined ? t('terminal.ended', { reason }) : t('terminal.endedCode', { reason, code })
  }
  return message && t(`terminal.${message}`)
}

export function TerminalView(props: TerminalViewProps) {
  const t = useTexts()
  const { message, isAttached, ended, refusal } = props
  const sentence = useSentence(props)
  const isTrouble =
    message === 'away' || message === 'reconnecting' || message === 'forbidden' || message === 'gone'
  const isConnecting = message === 'connecting' && ended === null
  const Icon = isTrouble ? IconPlugConnectedX : IconInfoCircle
  const canAttach = message === 'detached' || (ended !== null && message === 'connecting')
  return (
    <Stack className={`panel fills-window ${styles.console}`} gap={0}>
      <Group className={`line-below ${styles.toolbar}`} gap={4} wrap="nowrap">
        <span className="text-hint">{t('terminal.about')}</span>
        <Group component="span" gap={2} wrap="nowrap" ml="auto">
          {canAttach && (
            <Button size="xs" leftSection={<IconPlugConnected size={15} />} onClick={props.onAttach}>
              {ended ? t('terminal.attachAgain') : t('terminal.attach')}
            </Button>
          )}
          {isAttached && !canAttach && (
            <Button
              size="xs"
              variant="default"
              leftSection={<IconPlugConnectedX size={15} />}
              onClick={props.onDetach}
            >
              {t('terminal.detach')}
            </Button>
          )}
        </Group>
      </Group>
      <div className={styles.screen}>
        {props.terminal}
        {isConnecting && (
          <Box className={styles.connecting} role="status">
            <Group gap={10} wrap="nowrap">
              <Loader size={16} aria-hidden />
              <span>{sentence}</span>
            </Group>
            {props.isSlow && (
              <>
                <p className="text-quiet">{t('terminal.slow')}</p>
                <Button size="xs" variant="default" onClick={props.onAttach}>
                  {t('actions.retry')}
                </Button>
              </>
            )}
          </Box>
        )}
      </div>
      {isAttached && props.keys}
      {sentence && !isConnecting && (
        <p className={`line-above text-note ${styles.word}`} role="status">
          <Icon size={16} aria-hidden />
          {sentence}
        </p>
      )}
      {refusal && (
        <p className={`line-above text-problem ${styles.word}`} role="alert">
          {refusal}
        </p>
      )}
    </Stack>
  )
}
