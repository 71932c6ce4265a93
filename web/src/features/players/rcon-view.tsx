// The RCON console: what was asked and what the game answered, oldest first, and the line to ask more.

import { ActionIcon, Button, Group, Stack } from '@mantine/core'
import { rconCommand } from '@rookery/contracts/http/rcon.ts'
import { IconEraser, IconInfoCircle, IconTerminal } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { useTexts } from '../../texts/texts.ts'
import { CommandLine } from '../../ui/command-line/command-line.tsx'
import { Panel } from '../../ui/controls/page-frame.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import styles from './rcon.module.css'
import type { Reach } from './reach-rules.ts'

export interface RconExchange {
  id: number
  command: string
  /** Null while it is on its way. */
  answer: { output: string } | { problem: string } | null
}

export interface RconViewProps {
  reach: Reach
  /** The template describes it and the game has it. */
  hasRcon: boolean
  name: string
  exchanges: readonly RconExchange[]
  earlierCommands: readonly string[]
  onSend: (command: string) => boolean
  onRemember: (commands: readonly string[]) => void
  onClear: () => void
  /** Left out where the person may not open the console. */
  onOpenConsole?: () => void
}

export function RconView(props: RconViewProps) {
  const t = useTexts()
  const { reach, exchanges, onOpenConsole } = props
  if (!props.hasRcon) {
    return (
      <Panel>
        <EmptyState
          icon={<IconTerminal size={28} stroke={1.5} />}
          title={t('rcon.noneTitle')}
          text={t('rcon.noneText')}
          action={
            onOpenConsole && (
              <Button variant="default" onClick={onOpenConsole}>
                {t('rcon.openConsole')}
              </Button>
            )
          }
        />
      </Panel>
    )
  }
  const isWaiting = exchanges.at(-1)?.answer === null
  return (
    <Stack
      component="section"
      className={`panel fills-window ${styles.rcon}`}
      gap={0}
      aria-label={t('rcon.title', { name: props.name })}
    >
      <Exchanges exchanges={exchanges} onClear={props.onClear} />
      {reach !== 'up' && (
        <Group component="p" className={`text-note ${styles.word}`} gap={8} wrap="nowrap" role="status">
          <IconInfoCircle size={16} aria-hidden />
          {t(`rcon.${reach}`)}
        </Group>
      )}
      <CommandLine
        isEnabled={reach === 'up'}
        placeholder={isWaiting ? t('rcon.waiting') : t('rcon.command')}
        earlier={props.earlierCommands}
        check={line => rconCommand.safeParse(line).error?.issues[0]?.message ?? null}
        notSent={t('rcon.notSent')}
        onSend={props.onSend}
        onRemember={props.onRemember}
      />
    </Stack>
  )
}

function Exchanges({ exchanges, onClear }: Pick<RconViewProps, 'exchanges' | 'onClear'>) {
  const t = useTexts()
  const end = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: every new line brings the end into sight
  useEffect(() => {
    end.current?.scrollIntoView({ block: 'nearest' })
  }, [exchanges])
  return (
    <div className={styles.screen} role="log">
      {exchanges.length === 0 ? (
        <p className="text-faint">{t('rcon.empty')}</p>
      ) : (
        <ActionIcon
          className={styles.clear}
          variant="subtle"
          color="gray"
          aria-label={t('rcon.clear')}
          title={t('rcon.clear')}
          onClick={onClear}
        >
          <IconEraser size={17} />
        </ActionIcon>
      )}
      {exchanges.map(({ id, command, answer }) => (
        <div key={id} className={styles.exchange}>
          <p className={styles.command}>{command}</p>
          <Answer answer={answer} />
        </div>
      ))}
      <div ref={end} />
    </div>
  )
}

function Answer({ answer }: Pick<RconExchange, 'answer'>) {
  const t = useTexts()
  if (answer === null) return <p className="text-faint">{t('rcon.waiting')}</p>
  if ('problem' in answer) {
    return (
      <p className={styles.problem} role="alert">
        {answer.problem}
      </p>
    )
  }
  if (answer.output.trim() === '') return <p className="text-faint">{t('rcon.noOutput')}</p>
  return <pre className={styles.output}>{answer.output.trimEnd()}</pre>
}
