// The RCON console: what was asked and what the game answered, oldest first, and the line to ask more.

import { Box, Button, Group, Stack } from '@mantine/core'
import { rconCommand } from '@rookery/contracts/http/rcon.ts'
import { IconAlertTriangle, IconEraser, IconInfoCircle, IconLoader2, IconTerminal } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import type { Reach } from '../../parts/players/game-reach-rules.ts'
import { useLanguage, useTexts } from '../../texts/texts.ts'
import { CommandLine } from '../../ui/command-line/command-line.tsx'
import { CopyButton } from '../../ui/controls/copy-button.tsx'
import { Panel } from '../../ui/controls/page-frame.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { timeWithSeconds } from '../../ui/time/date-formats.ts'
import styles from './rcon.module.css'
import { readableAnswer } from './rcon-answer-rules.ts'

export interface RconExchange {
  id: number
  command: string
  /** When it was sent. */
  atMs: number
  /** Null while it is on its way. */
  answer: { output: string } | { problem: string; isReach: boolean } | null
}

export interface RconViewProps {
  reach: Reach
  /** The template describes it and the game has it. */
  hasRcon: boolean
  name: string
  /** Of the game, to begin with. */
  knownCommands: readonly string[]
  exchanges: readonly RconExchange[]
  earlierCommands: readonly string[]
  onSend: (command: string) => boolean
  onRemember: (commands: readonly string[]) => void
  onClear: () => void
  /** Left out where the person may not open the console. */
  onOpenConsole?: () => void
  /** Port and password; left out where the person may not change them. */
  onOpenSettings?: () => void
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
      <Exchanges {...props} />
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
        check={line => (rconCommand.safeParse(line).success ? null : t('rcon.lineRefused'))}
        notSent={t('rcon.notSent')}
        onSend={props.onSend}
        onRemember={props.onRemember}
      />
    </Stack>
  )
}

type ExchangesProps = Pick<
  RconViewProps,
  'exchanges' | 'earlierCommands' | 'knownCommands' | 'reach' | 'onSend' | 'onClear' | 'onOpenSettings'
>

const offeredCommands = 8

function Exchanges(props: ExchangesProps) {
  const { exchanges, onClear, onOpenSettings } = props
  const t = useTexts()
  const language = useLanguage()
  const end = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: every new line brings the end into sight
  useEffect(() => {
    end.current?.scrollIntoView({ block: 'nearest' })
  }, [exchanges])
  return (
    <>
      {exchanges.length > 0 && (
        <Group className={styles.bar} gap={8} wrap="nowrap" justify="flex-end">
          <Box component="span" className="text-caption" mr="auto">
            {t('rcon.onlyYou')}
          </Box>
          <Button
            size="xs"
            variant="subtle"
            color="gray"
            leftSection={<IconEraser size={16} aria-hidden />}
            onClick={onClear}
          >
            {t('rcon.clear')}
          </Button>
        </Group>
      )}
      <div className={styles.screen} role="log">
        {exchanges.length === 0 && <NothingAsked {...props} />}
        {exchanges.map(({ id, command, atMs, answer }) => (
          <div key={id} className={styles.exchange}>
            <Group gap={8} wrap="nowrap">
              <p className={styles.command}>{command}</p>
              <Box component="time" className="text-caption numbers" ml="auto" flex="none">
                {timeWithSeconds(atMs, language)}
              </Box>
              {answer && 'output' in answer && answer.output.trim() !== '' && (
                <CopyButton text={readableAnswer(answer.output)} label={t('rcon.copyAnswer', { command })} />
              )}
            </Group>
            <Answer answer={answer} onOpenSettings={onOpenSettings} />
          </div>
        ))}
        <div ref={end} />
      </div>
    </>
  )
}

/** Before the first answer: what this is, the commands of last time, and those that the game knows. */
function NothingAsked({ earlierCommands, knownCommands, reach, onSend }: ExchangesProps) {
  const t = useTexts()
  const recent = [...new Set(earlierCommands.toReversed())].slice(0, offeredCommands)
  return (
    <Stack className={styles.nothing} gap={14}>
      <div>
        <h2>{t('rcon.emptyTitle')}</h2>
        <p className="text-quiet">{t('rcon.empty')}</p>
      </div>
      <Commands label={t('rcon.recent')} commands={recent} reach={reach} onSend={onSend} />
      <Commands
        label={t('rcon.known')}
        commands={knownCommands.filter(command => !recent.includes(command))}
        reach={reach}
        onSend={onSend}
      />
      <p className="text-hint">{t('rcon.keys')}</p>
    </Stack>
  )
}

interface CommandsProps extends Pick<RconViewProps, 'reach' | 'onSend'> {
  label: string
  commands: readonly string[]
}

function Commands({ label, commands, reach, onSend }: CommandsProps) {
  if (commands.length === 0) return null
  return (
    <div>
      <p className="text-hint">{label}</p>
      <Group gap={8} mt={6}>
        {commands.map(command => (
          <Button
            key={command}
            className={styles.recent}
            variant="default"
            size="xs"
            disabled={reach !== 'up'}
            onClick={() => onSend(command)}
          >
            <span className="truncate">{command}</span>
          </Button>
        ))}
      </Group>
    </div>
  )
}

function Answer({
  answer,
  onOpenSettings,
}: Pick<RconExchange, 'answer'> & Pick<RconViewProps, 'onOpenSettings'>) {
  const t = useTexts()
  if (answer === null)
    return (
      <Group component="p" className="text-faint" gap={8} wrap="nowrap">
        <IconLoader2 size={15} className="spinning" aria-hidden />
        {t('rcon.waiting')}
      </Group>
    )
  if ('problem' in answer) {
    return (
      <div className={styles.problem} role="alert">
        <Group component="p" gap={8} wrap="nowrap" align="flex-start">
          <IconAlertTriangle size={16} aria-hidden />
          <span>{answer.problem}</span>
        </Group>
        {answer.isReach && (
          <>
            <p className="text-quiet">{t(onOpenSettings ? 'rcon.repair' : 'rcon.repairByAdmin')}</p>
            {onOpenSettings && (
              <Button size="xs" variant="default" mt={8} onClick={onOpenSettings}>
                {t('rcon.openSettings')}
              </Button>
            )}
          </>
        )}
      </div>
    )
  }
  const text = readableAnswer(answer.output)
  if (text.trim() === '') return <p className="text-faint">{t('rcon.noOutput')}</p>
  return <pre className={styles.output}>{text}</pre>
}
