// The schedules tab: the list, and one dialog at a time above it.

import { Modal } from '@mantine/core'
import { readGameServer, readOwnAbilities } from '@rookery/contracts/http/game-servers.ts'
import {
  listServerTaskRuns,
  readServerTaskOptions,
  type ServerTask,
} from '@rookery/contracts/http/schedules.ts'
import { stepActions, stepsLimit } from '@rookery/contracts/schedule.ts'
import { actionRights } from '@rookery/contracts/schedule-rights.ts'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { problemMessage } from '../../parts/problems/problem-message.ts'
import { useRefusal } from '../../parts/problems/use-refusal.ts'
import { apiQuery } from '../../platform/api-queries.ts'
import { useTexts } from '../../texts/texts.ts'
import { DeleteScheduleView } from './delete-schedule-view.tsx'
import { RunsView } from './runs-view.tsx'
import { ScheduleFormView, type ScheduleFormViewProps } from './schedule-form-view.tsx'
import { ownTimeZone } from './schedule-text.ts'
import { SchedulesView } from './schedules-view.tsx'
import { nightlySteps } from './step-plan-rules.ts'
import { inputOf, useSchedules } from './use-schedules.ts'

type Dialog = { show: 'new' } | { show: 'change' | 'delete' | 'runs'; schedule: ServerTask }

const stepFields = ['action', 'command', 'message', 'offset_seconds', 'only_when']
const formFields = [
  ...['name', 'action', 'command', 'timing.expression', 'timing.minutes', 'time_zone'],
  ...Array.from({ length: stepsLimit }, (_, at) => stepFields.map(field => `steps.${at}.${field}`)).flat(),
]
const timeZones = ['UTC', ...Intl.supportedValuesOf('timeZone')]

export function SchedulesPage() {
  const { serverId } = useParams({ from: '/shell/servers/$serverId' })
  return <Schedules key={serverId} server={serverId} />
}

function Schedules({ server }: { server: string }) {
  const t = useTexts()
  const gameServer = useQuery(apiQuery(readGameServer, { params: { server } }))
  const abilities = useQuery(apiQuery(readOwnAbilities, { params: { server } }))
  const isNodeOnline = gameServer.data?.node_online ?? false
  const taskOptions = useQuery(apiQuery(readServerTaskOptions, { params: { server } }))
  const options = taskOptions.data
  // Before, a new schedule would propose less than the game can do.
  const isReady = [taskOptions, abilities].every(({ isPending }) => !isPending)
  const { list, schedules, lastRuns, create, change, remove, run, cancel } = useSchedules(
    server,
    isNodeOnline,
  )
  const [dialog, setDialog] = useState<Dialog | null>(null)
  const canRunSteps = options?.can_run_steps ?? false
  const actions = stepActions.filter(
    action =>
      (action !== 'message' || (canRunSteps && options?.can_message)) &&
      (action !== 'backup' || (canRunSteps && options?.can_back_up)) &&
      actionRights[action].every(({ permission }) => abilities.data?.[permission]),
  )
  const warnings = actions.includes('message')
    ? { five: t('schedules.nightly.inFive'), one: t('schedules.nightly.inOne') }
    : null
  const nightly = actions.includes('restart') ? nightlySteps(warnings) : null
  const close = () => setDialog(null)
  const open = (next: Dialog) => {
    for (const failed of [create, change, remove, run, cancel]) failed.reset()
    setDialog(next)
  }
  const suggestion = {
    name: t('schedules.suggestedName'),
    ...(nightly ? { steps: nightly } : { action: 'restart' as const }),
    command: '',
    timing: { by: 'cron', expression: nightly ? '55 3 * * *' : '0 4 * * *' },
    time_zone: ownTimeZone(),
    enabled: true,
    only_when_empty: false,
    overlap: 'skip',
    missed: 'skip',
  } as const
  const failed = dialog ? null : (create.error ?? change.error ?? run.error ?? cancel.error)
  const changed = [change, cancel].find(({ isPending }) => isPending)?.variables?.id
  const busyId = create.isPending ? 0 : (changed ?? (run.isPending ? run.variables : null))
  return (
    <>
      <SchedulesView
        status={list.data && isReady ? 'ready' : list.isError ? 'problem' : 'loading'}
        problem={list.error}
        schedules={schedules}
        lastRuns={lastRuns}
        isNodeOnline={isNodeOnline}
        busyId={dialog ? null : busyId}
        refusal={failed ? problemMessage(t, failed) : null}
        maySuggest={actions.includes('restart')}
        onSuggest={() => create.mutate(suggestion)}
        onCreate={() => open({ show: 'new' })}
        onRetry={() => void list.refetch()}
        onSwitch={(schedule, enabled) =>
          change.mutate({ id: schedule.id, input: { ...inputOf(schedule), enabled } })
        }
        onChange={schedule => open({ show: 'change', schedule })}
        onDelete={schedule => open({ show: 'delete', schedule })}
        onShowRuns={schedule => open({ show: 'runs', schedule })}
        canRunNow={canRunSteps}
        onRun={schedule => {
          for (const other of [create, change, cancel]) other.reset()
          run.mutate(schedule.id)
        }}
        onCancel={(schedule, { id }) => {
          for (const other of [create, change, run]) other.reset()
          cancel.mutate({ id: schedule.id, run: id })
        }}
      />
      {(dialog?.show === 'new' || dialog?.show === 'change') && (
        <FormDialog
          schedule={dialog.show === 'change' ? dialog.schedule : null}
          actions={actions}
          nightly={nightly}
          canRunSteps={canRunSteps}
          canCountPlayers={gameServer.data?.can_count_players ?? true}
          isBusy={create.isPending || change.isPending}
          error={create.error ?? change.error}
          onSave={input => {
            if (dialog.show === 'new') create.mutate(input, { onSuccess: close })
            else change.mutate({ id: dialog.schedule.id, input }, { onSuccess: close })
          }}
          onClose={close}
        />
      )}
      {dialog?.show === 'delete' && (
        <Modal opened onClose={close} title={t('schedules.deleteTitle', { name: dialog.schedule.name })}>
          <DeleteScheduleView
            isBusy={remove.isPending}
            problem={remove.error ? problemMessage(t, remove.error) : null}
            onConfirm={() => remove.mutate(dialog.schedule.id, { onSuccess: close })}
            onClose={close}
          />
        </Modal>
      )}
      {dialog?.show === 'runs' && <RunsDialog server={server} schedule={dialog.schedule} onClose={close} />}
    </>
  )
}

interface FormDialogProps
  extends Pick<
    ScheduleFormViewProps,
    'schedule' | 'actions' | 'nightly' | 'canRunSteps' | 'canCountPlayers' | 'isBusy' | 'onSave' | 'onClose'
  > {
  error: unknown
}

function FormDialog({ error, ...props }: FormDialogProps) {
  const t = useTexts()
  const refusal = useRefusal(error, formFields)
  const [nowMs] = useState(() => Date.now())
  const title = props.schedule ? t('schedules.changeTitle') : t('schedules.create')
  return (
    <Modal opened onClose={props.onClose} title={title} size={620} yOffset="5dvh">
      <ScheduleFormView
        {...props}
        {...refusal}
        timeZone={ownTimeZone()}
        timeZones={timeZones}
        nowMs={nowMs}
      />
    </Modal>
  )
}

const runsAgainMs = 5_000

function RunsDialog({
  server,
  schedule,
  onClose,
}: {
  server: string
  schedule: ServerTask
  onClose: () => void
}) {
  const t = useTexts()
  const runs = useQuery({
    ...apiQuery(listServerTaskRuns, { params: { server, id: String(schedule.id) }, query: {} }),
    staleTime: 0,
    retry: false,
    refetchInterval: runsAgainMs,
  })
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('schedules.runsOf', { name: schedule.name })}
      size={720}
      yOffset="5dvh"
    >
      <RunsView
        status={runs.data ? 'ready' : runs.isError ? 'problem' : 'loading'}
        problem={runs.error}
        runs={runs.data ?? []}
        timeZone={schedule.timing.by === 'interval' ? undefined : schedule.time_zone}
        onRetry={() => void runs.refetch()}
      />
    </Modal>
  )
}
