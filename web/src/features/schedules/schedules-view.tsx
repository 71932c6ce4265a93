// The schedules of a game server: what each does and when, how it went, and a switch.

import { Button, Group, Stack } from '@mantine/core'
import type { ServerTask, ServerTaskRun } from '@rookery/contracts/http/schedules.ts'
import { IconCalendarClock, IconDatabaseExport, IconPlus } from '@tabler/icons-react'
import { ProblemState } from '../../parts/problems/problem-state.tsx'
import { awayStyle } from '../../parts/run-state/state-style.ts'
import { useTexts } from '../../texts/texts.ts'
import { ListIntro } from '../../ui/controls/list-intro.tsx'
import { Panel } from '../../ui/controls/page-frame.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { FormProblem } from '../../ui/feedback/form-message.tsx'
import { LoadingRows } from '../../ui/feedback/loading-rows.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { ScheduleRow, type ScheduleRowEvents } from './schedule-row.tsx'

export interface SchedulesViewProps extends ScheduleRowEvents {
  status: 'loading' | 'problem' | 'ready'
  problem?: unknown
  schedules: readonly ServerTask[]
  /** By schedule; none while they are not known, as when the node is away. */
  lastRuns: ReadonlyMap<number, ServerTaskRun>
  isNodeOnline: boolean
  busyId: number | null
  canRunNow: boolean
  /** Why the last deed did not work. */
  refusal: string | null
  /** Whether the suggestion can be taken. */
  maySuggest: boolean
  onSuggest: () => void
  onCreate: () => void
  onRetry: () => void
}

const fromBackup = { tone: 'paused', Icon: IconDatabaseExport } as const

export function SchedulesView(props: SchedulesViewProps) {
  const t = useTexts()
  const { status, problem, schedules, refusal, onRetry, onCreate } = props
  if (status === 'loading') return <LoadingRows rows={3} />
  if (status === 'problem') return <ProblemState problem={problem} onRetry={onRetry} />
  if (schedules.length === 0) return <NothingPlanned {...props} />
  return (
    <Stack gap={16}>
      <ListIntro
        text={t('schedules.text')}
        action={
          <Button leftSection={<IconPlus size={17} />} onClick={onCreate}>
            {t('schedules.create')}
          </Button>
        }
      />
      {!props.isNodeOnline && (
        <Notice status={awayStyle} title={t('schedules.awayTitle')}>
          {t('schedules.awayText')}
        </Notice>
      )}
      {schedules.some(each => each.came_with_backup && !each.enabled) && (
        <Notice status={fromBackup} title={t('schedules.fromBackupTitle')}>
          {t('schedules.fromBackupText')}
        </Notice>
      )}
      {refusal && <FormProblem>{refusal}</FormProblem>}
      <Panel>
        <ul className="divided">
          {schedules.map(schedule => (
            <ScheduleRow
              key={schedule.id}
              schedule={schedule}
              lastRun={props.lastRuns.get(schedule.id) ?? null}
              isNodeOnline={props.isNodeOnline}
              isBusy={props.busyId === schedule.id}
              onSwitch={props.onSwitch}
              onChange={props.onChange}
              onDelete={props.onDelete}
              onShowRuns={props.onShowRuns}
              onRun={props.onRun}
              onCancel={props.onCancel}
              canRunNow={props.canRunNow}
            />
          ))}
        </ul>
      </Panel>
    </Stack>
  )
}

function NothingPlanned({ refusal, maySuggest, busyId, onSuggest, onCreate }: SchedulesViewProps) {
  const t = useTexts()
  return (
    <Panel>
      <EmptyState
        icon={<IconCalendarClock size={28} stroke={1.5} />}
        title={t('schedules.emptyTitle')}
        text={t('schedules.emptyText')}
        action={
          <Group gap={10} align="stretch" justify="center">
            {maySuggest && (
              <Button loading={busyId === 0} onClick={onSuggest}>
                {t('schedules.suggestion')}
              </Button>
            )}
            <Button variant={maySuggest ? 'default' : 'filled'} onClick={onCreate}>
              {t('schedules.createOwn')}
            </Button>
            {refusal && <FormProblem>{refusal}</FormProblem>}
          </Group>
        }
      />
    </Panel>
  )
}
