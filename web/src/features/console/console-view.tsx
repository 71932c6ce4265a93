// The console of a game server: tools above, output in the middle, the command line below.

import { Stack } from '@mantine/core'
import { consoleCommand } from '@rookery/contracts/http/game-servers.ts'
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
  const Icon = isTrouble ? IconPlugConnectedX : IconInfoCircle
  return (
    <Stack className={styles.console} gap={0}>
      <ConsoleToolbar {...props} />
      {props.strip}
      <div className={styles.screen}>
        {props.terminal}
        {props.isEmpty && !message && <p className={styles.empty}>{t('console.empty')}</p>}
        {isNewBelow && (
          <button type="button" className={styles.newBelow} onClick={props.onToEnd}>
            <IconArrowDown size={15} aria-hidden />
            {t('console.newBelow')}
          </button>
        )}
      </div>
      {message && (
        <p className={styles.word} role="status">
          <Icon size={16} aria-hidden />
          {t(`console.${message}`)}
        </p>
      )}
      {refusal && (
        <p className={styles.refusal} role="alert">
          {refusal}
        </p>
      )}
      {mayType ? (
        <CommandLine
          isEnabled={props.canTypeNow}
          placeholder={t('console.command')}
          earlier={props.earlierCommands}
          check={line => consoleCommand.safeParse(line).error?.issues[0]?.message ?? null}
          notSent={t('console.notSent')}
          onSend={props.onSend}
          onRemember={props.onRemember}
        />
      ) : (
        <p className={styles.readOnly}>{t('console.readOnly')}</p>
      )}
    </Stack>
  )
}
