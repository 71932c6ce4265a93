// The last runs of a schedule, newest first, each with what was said in it.

import { Box, Group, Stack } from '@mantine/core'
import type { ServerTaskRun } from '@rookery/contracts/http/schedules.ts'
import { IconChevronRight, IconHistory } from '@tabler/icons-react'
import { ProblemState } from '../../parts/problems/problem-state.tsx'
import { useReasonText } from '../../parts/reasons/use-reason-text.ts'
import { OutputPane } from '../../parts/tasks/output-pane.tsx'
import { useLanguage, useTexts } from '../../texts/texts.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { LoadingRows } from '../../ui/feedback/loading-rows.tsx'
import { plannedTime } from '../../ui/time/date-formats.ts'
import { Span } from '../../ui/time/live-time.tsx'
import { Pill } from '../../ui/tone/pill.tsx'
import { runPill, runStyles } from './run-style.ts'
import { ownTimeZone } from './schedule-text.ts'
import styles from './schedules.module.css'

interface RunsViewProps {
  status: 'loading' | 'problem' | 'ready'
  problem?: unknown
  runs: readonly ServerTaskRun[]
  /** In which the schedule was planned; left out where it runs every so often. */
  timeZone?: string | undefined
  /** Runs that are opened at once. */
  opened?: readonly number[]
  onRetry: () => void
}

export function RunsView({ status, problem, runs, timeZone, opened = [], onRetry }: RunsViewProps) {
  const t = useTexts()
  if (status === 'loading') return <LoadingRows rows={4} />
  if (status === 'problem') return <ProblemState problem={problem} onRetry={onRetry} />
  if (runs.length === 0) {
    return (
      <EmptyState
        icon={<IconHistory size={28} stroke={1.5} />}
        title={t('schedules.noRunsTitle')}
        text={t('schedules.noRunsText')}
      />
    )
  }
  return (
    <>
      {timeZone && timeZone !== ownTimeZone() && (
        <Box component="p" className="text-note" pb={8}>
          {t('schedules.timesIn', { zone: timeZone })}
        </Box>
      )}
      <ul className="divided">
        {runs.map(run => (
          <li key={run.id}>
            <RunDetails run={run} timeZone={timeZone} isOpen={opened.includes(run.id)} />
          </li>
        ))}
      </ul>
    </>
  )
}

interface RunDetailsProps {
  run: ServerTaskRun
  timeZone: string | undefined
  isOpen: boolean
}

function RunDetails({ run, timeZone, isOpen }: RunDetailsProps) {
  const t = useTexts()
  const reasonText = useReasonText()
  const language = useLanguage()
  const dueAt = plannedTime(Date.parse(run.due_at), language, timeZone)
  const hasOutput = run.output !== ''
  const head = (
    <>
      <span className={styles.runState}>
        <Pill {...runPill(t, run)} />
      </span>
      <Stack component="span" className="numbers" flex={1} gap={0} miw={0} fz={13.5}>
        <time dateTime={run.due_at}>{dueAt}</time>
        {run.reason && <span className={`text-quiet ${styles.reason}`}>{reasonText(run.reason)}</span>}
      </Stack>
      {run.began_at && run.ended_at && (
        <Box component="span" className="text-hint" visibleFrom="xs">
          <Span from={run.began_at} to={run.ended_at} />
        </Box>
      )}
    </>
  )
  const row = { className: styles.run, gap: 12, wrap: 'nowrap' } as const
  if (!hasOutput && !run.steps) return <Group {...row}>{head}</Group>
  return (
    <details open={isOpen}>
      <Group component="summary" {...row}>
        {head}
        <IconChevronRight size={16} className={styles.fold} aria-hidden />
      </Group>
      <Box p="0 4px 14px">
        {run.steps && <StepOutcomes steps={run.steps} />}
        {hasOutput && <OutputPane output={run.output} label={t('schedules.output')} empty="" />}
      </Box>
    </details>
  )
}

function StepOutcomes({ steps }: { steps: NonNullable<ServerTaskRun['steps']> }) {
  const t = useTexts()
  const reasonText = useReasonText()
  return (
    <ol className={styles.outcomes}>
      {withKeys(steps).map(({ key, step }) => {
        const { Icon, tone } = runStyles[step.status]
        return (
          <li key={key}>
            <Icon size={15} data-tone={tone} aria-hidden />
            <span>
              {t(`schedules.does.${step.action}`)}
              <span className="visually-hidden">: {t(`schedules.status.${step.status}`)}</span>
            </span>
            {step.reason && <span className="text-quiet">{reasonText(step.reason)}</span>}
          </li>
        )
      })}
    </ol>
  )
}

/** Steps of a run never change their places. */
function withKeys(steps: NonNullable<ServerTaskRun['steps']>) {
  return steps.map((step, index) => ({ key: String(index), step }))
}
