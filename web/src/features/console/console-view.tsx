// The console of a game server: tools above, output in the middle, the command line below.

import { Button, Stack } from '@mantine/core'
import { consoleCommandProblem } from '@rookery/contracts/console-command.ts'
import { IconArrowDown, IconInfoCircle, IconPlugConnectedX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTexts } from '../../texts/texts.ts'
import { CommandLine } from '../../ui/command-line/command-line.tsx'
import styles from './console.module.css'
import { ConsoleToolbar, type ConsoleToolbarProps } from './console-toolbar.tsx'
import type { ConsoleMessage } from './logic/console-message.ts'

export interface ConsoleViewProps extends ConsoleToolbarProps {
  terminal: ReactNode
  /** Load and memory above the output; left out for those who may not see them. */
  strip?: ReactNode
  message: ConsoleMessage
  isEmpty: boolean
  refusal: string | null
  isNewBelow: boolean
  mayType: boolean
  canTypeNow: boolean
  earlierCommands: readonly string[]
  onToEnd: () => void
  onSend: (command: string) => boolean
  onRemember: (commands: readonly string[]) => void
}

export function ConsoleView(props: ConsoleViewProps) {
  const t = useTexts()
  const { message, refusal, isNewBelow, mayType } = props
  const isTrouble =
    message === 'away' || message === 'reconnecting' || message === 'forbidden' || message === 'gone'
  // One sentence: who may not type is not asked to start it for that.
  const isStoppedForReader = message === 'stopped' && !mayType
  const Icon = isTrouble ? IconPlugConnectedX : IconInfoCircle
  return (
    <Stack className={`panel fills-window ${styles.console}`} gap={0}>
      <ConsoleToolbar {...props} />
      {props.strip}
      <div className={styles.screen}>
        {props.terminal}
        {props.isEmpty && !message && <p className={`text-faint ${styles.empty}`}>{t('console.empty')}</p>}
        {isNewBelow && (
          <Button
            size="xs"
            radius="xl"
            className={styles.newBelow}
            leftSection={<IconArrowDown size={15} aria-hidden />}
            onClick={props.onToEnd}
          >
            {t('console.newBelow')}
          </Button>
        )}
      </div>
      {message && (
        <p className={`line-above text-note ${styles.word}`} role="status">
          <Icon size={16} aria-hidden />
          {isStoppedForReader ? t('console.stoppedReadOnly') : t(`console.${message}`)}
        </p>
      )}
      {refusal && (
        <p className={`line-above text-problem ${styles.word}`} role="alert">
          {refusal}
        </p>
      )}
      {mayType ? (
        <CommandLine
          isEnabled={props.canTypeNow}
          placeholder={t('console.command')}
          earlier={props.earlierCommands}
          check={line => consoleCommandProblem(line) && t('console.lineRefused')}
          notSent={t('console.notSent')}
          onSend={props.onSend}
          onRemember={props.onRemember}
        />
      ) : (
        !isStoppedForReader &&
        message !== 'forbidden' && (
          <p className={`line-above text-note ${styles.word}`}>{t('console.readOnly')}</p>
        )
      )}
    </Stack>
  )
}
