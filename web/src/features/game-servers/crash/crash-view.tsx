// Why it is down: how the game ended, the likely cause with the button that repairs it, and its last lines.

import { Box, Button, Group } from '@mantine/core'
import type { CrashReport } from '@rookery/contracts/crash-report.ts'
import type { Rollback } from '@rookery/contracts/http/backups.ts'
import type { GameServer } from '@rookery/contracts/http/game-servers.ts'
import type { CrashRepair } from '@rookery/contracts/template/crash-hints.ts'
import { IconPlayerPlay, IconRotateClockwise, IconTerminal2, IconTool } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type ReactNode, Suspense, useState } from 'react'
import failures from '../../../parts/failures/failures.module.css'
import { HelpLinks, RollbackView } from '../../../parts/failures/lazy-failures.ts'
import { type HelpAccess, helpForCrash } from '../../../parts/failures/logic/failure-help.ts'
import { TroubleCard, TroubleCause } from '../../../parts/failures/trouble-card.tsx'
import { reasonText } from '../../../parts/reasons/reason-rules.ts'
import { type TextOf, useLanguage, useTexts } from '../../../texts/texts.ts'
import { formatValue } from '../../../ui/format/unit-rules.ts'
import { Countdown } from '../../../ui/time/live-time.tsx'
import { timeAgo } from '../../../ui/time/relative-time.ts'
import { ReinstallDialog } from '../game-files-view.tsx'
import { crashRestartOf } from './logic/crash-recovery.ts'
import { causeText, endingText, evidenceText, repairText } from './logic/crash-text.ts'
import { howItEnded, provenFirst } from './logic/exit-cause.ts'

export interface CrashViewProps {
  gameServer: Pick<GameServer, 'id' | 'name' | 'node_id' | 'state_reason' | 'state_changed_at'>
  /** Null for those who may not read the console; it offers only repairs that the person may have done. */
  crash: CrashReport | null
  nowMs: number
  canSeeConsole: boolean
  /** What may be opened to remove a cause that no button repairs. */
  access: HelpAccess
  mayStart: boolean
  isBusy: boolean
  onRepair: (repair: CrashRepair) => void
  /** Where memory was the cause: gives it so much and starts it. Null for those who may not change limits. */
  moreMemory: { toBytes: number; onRaise: () => void } | null
  onStart: () => void
  /** Whether there is a way back from a reinstallation. */
  safety: ReactNode
  /** Null: there is nothing to go back to. */
  rollback: Rollback | null
  onRollBack: () => void
}

export function CrashView(props: CrashViewProps) {
  const t = useTexts()
  const language = useLanguage()
  const { gameServer, crash, nowMs, rollback } = props
  const time = timeAgo(Date.parse(gameServer.state_changed_at), nowMs, language)
  const reason = gameServer.state_reason ? reasonText(t, gameServer.state_reason) : t('crash.hiddenReport')
  return (
    <TroubleCard title={t('crash.title', { time })} lead={crash ? leadOf(t, crash) : reason}>
      <Restart {...gameServer} />
      {(crash || rollback) && <Causes {...props} />}
      <Foot {...props} />
      {crash && crash.last_lines.length > 0 && <LastLines crash={crash} />}
    </TroubleCard>
  )
}

/** Whether somebody has to do something about it. */
function Restart({
  state_reason,
  state_changed_at,
}: Pick<CrashViewProps['gameServer'], 'state_reason' | 'state_changed_at'>) {
  const t = useTexts()
  const restart = crashRestartOf(state_reason, Date.parse(state_changed_at))
  return (
    <Group component="p" className="text-name" gap={8} pl={54} pr={20} pb={12} mt={-8}>
      {restart.is === 'planned' ? (
        <>
          <IconRotateClockwise size={16} stroke={1.9} aria-hidden />
          <Countdown
            untilMs={restart.atMs}
            frame={span =>
              t('crash.restartsIn', { span, attempt: restart.attempt, attempts: restart.attempts })
            }
          />
        </>
      ) : (
        t(restart.is === 'off' ? 'crash.staysDown' : 'crash.gaveUp')
      )}
    </Group>
  )
}

/** How it ended: in words, or where a cause below says the same, the bare code. */
function leadOf(t: TextOf, crash: CrashReport): string | null {
  const ending = howItEnded(crash)
  if (ending.kind !== 'out-of-memory') return endingText(t, ending)
  const evidence = evidenceText(t, crash)
  if (crash.causes.some(({ cause }) => cause === ending.kind)) return evidence
  return [endingText(t, ending), evidence].filter(Boolean).join(' ')
}

function Causes(props: CrashViewProps) {
  const t = useTexts()
  const [asked, setAsked] = useState<CrashRepair | null>(null)
  const { gameServer, onRepair, rollback } = props
  const causes = props.crash ? provenFirst(props.crash) : []
  if (causes.length === 0 && !rollback)
    return (
      <Box component="p" className="text-quiet" pl={{ base: 20, sm: 54 }} pr={20} pb={14}>
        {t('crash.nothingKnown')}
      </Box>
    )
  const rolledBack = rollback && (
    <Suspense fallback={null}>
      <RollbackView {...props} rollback={rollback} isLeading={causes.length === 0} />
    </Suspense>
  )
  const [likeliest, ...others] = causes
  const cause = (each: CrashReport['causes'][number]) => (
    <Cause
      key={`${each.cause} ${each.words}`}
      {...props}
      cause={each}
      isLikeliest={each === likeliest}
      isAlone={causes.length === 1 && !rollback}
      onAskFirst={setAsked}
    />
  )
  const more = others.length + (likeliest && rollback ? 1 : 0)
  return (
    <>
      <ul>{likeliest ? cause(likeliest) : rolledBack}</ul>
      {/* A rollback is a guess: what has a line or an exit state to show for it comes first. */}
      {more > 0 && (
        <details className={failures.others}>
          <summary className="text-note">{t('crash.alsoPossible', { count: more })}</summary>
          <ul>
            {others.map(cause)}
            {rolledBack}
          </ul>
        </details>
      )}
      <ReinstallDialog
        safety={props.safety}
        name={gameServer.name}
        isOpen={asked !== null}
        onClose={() => setAsked(null)}
        onConfirm={() => {
          if (asked) onRepair(asked)
          setAsked(null)
        }}
      />
    </>
  )
}

interface CauseProps extends CrashViewProps {
  cause: CrashReport['causes'][number]
  isLikeliest: boolean
  /** Nothing else is possible. */
  isAlone: boolean
  /** Before a repair that deletes files. */
  onAskFirst: (repair: CrashRepair) => void
}

function Cause({
  cause,
  crash,
  isLikeliest,
  isAlone,
  gameServer,
  access,
  isBusy,
  moreMemory,
  onRepair,
  onAskFirst,
}: CauseProps) {
  const t = useTexts()
  const language = useLanguage()
  const { title, text } = causeText(t, language, cause)
  const { repair } = cause
  const raise = repair === null && cause.cause === 'out-of-memory' ? moreMemory : null
  return (
    <TroubleCause
      {...(isLikeliest && !isAlone && { label: t('crash.mostLikely') })}
      title={title}
      text={text}
      // The lines below have it, marked.
      line={cause.line !== null && newestLines(crash).includes(cause.line) ? null : cause.line}
      lineLabel={t('crash.line')}
    >
      {raise && (
        <Button
          variant={isLikeliest ? 'filled' : 'default'}
          flex={{ base: '1 1 100%', sm: 'none' }}
          loading={isBusy}
          leftSection={<IconTool size={17} stroke={1.9} />}
          onClick={raise.onRaise}
        >
          {t('crash.raiseMemory', { size: formatValue(raise.toBytes, 'bytes', language) })}
        </Button>
      )}
      {!repair && (
        <Suspense fallback={null}>
          <HelpLinks
            help={helpForCrash(cause.cause, access)}
            gameServerId={gameServer.id}
            nodeId={gameServer.node_id}
            isLeading={isLikeliest && !raise}
          />
        </Suspense>
      )}
      {repair && (
        <Button
          variant={isLikeliest ? 'filled' : 'default'}
          flex={{ base: '1 1 100%', sm: 'none' }}
          loading={isBusy}
          leftSection={<IconTool size={17} stroke={1.9} />}
          onClick={() => (repair.do === 'reinstall' ? onAskFirst(repair) : onRepair(repair))}
        >
          {repairText(t, cause.cause, repair)}
        </Button>
      )}
    </TroubleCause>
  )
}

/**
 * The likeliest cause has the first button; starting again without removing it would end the same way, and whoever
 * wants to has the button beside the name.
 */
function Foot(props: CrashViewProps) {
  const t = useTexts()
  const { gameServer, crash, access, canSeeConsole, mayStart, isBusy, onStart, rollback } = props
  const [likeliest] = crash ? provenFirst(crash) : []
  const hasHelp =
    likeliest !== undefined && (likeliest.repair !== null || helpForCrash(likeliest.cause, access).length > 0)
  const isStartOffered = mayStart && rollback === null && !hasHelp
  if (!canSeeConsole && !isStartOffered) return null
  return (
    <Group
      gap={8}
      pt={4}
      pr={{ base: 12, sm: 20 }}
      pb={16}
      pl={{ base: 12, sm: crash?.causes.length || rollback ? 20 : 54 }}
    >
      {isStartOffered && (
        <Button
          flex={{ base: 1, sm: 'none' }}
          disabled={isBusy}
          leftSection={<IconPlayerPlay size={17} stroke={1.9} />}
          onClick={onStart}
        >
          {t('crash.startAgain')}
        </Button>
      )}
      {canSeeConsole && (
        <Button
          flex={{ base: 1, sm: 'none' }}
          variant="default"
          leftSection={<IconTerminal2 size={17} stroke={1.9} />}
          renderRoot={rootProps => (
            <Link
              to="/servers/$serverId/console"
              params={{ serverId: String(gameServer.id) }}
              {...rootProps}
            />
          )}
        >
          {t('crash.openConsole')}
        </Button>
      )}
    </Group>
  )
}

/** The newest lines are the evidence; those before them are one click away. */
const linesInSight = 8

const newestLines = (crash: CrashReport | null) => crash?.last_lines.slice(-linesInSight) ?? []

function LastLines({ crash }: { crash: CrashReport }) {
  const t = useTexts()
  const newest = newestLines(crash)
  const earlier = crash.last_lines.slice(0, -linesInSight)
  const [likeliest] = provenFirst(crash)
  const marked = likeliest?.line ? newest.lastIndexOf(likeliest.line) : -1
  const before = marked === -1 ? newest : newest.slice(0, marked)
  return (
    <section
      className={`line-above ${failures.lines}`}
      aria-label={t('crash.lastLines', { count: newest.length })}
    >
      {earlier.length > 0 && (
        <details>
          <summary className="text-note">{t('crash.earlierLines', { count: earlier.length })}</summary>
          <pre>{earlier.join('\n')}</pre>
        </details>
      )}
      <pre className={failures.open}>
        {before.join('\n')}
        {marked >= 0 && <mark className={failures.marked}>{newest[marked]}</mark>}
        {marked >= 0 && newest.slice(marked + 1).join('\n')}
      </pre>
    </section>
  )
}
