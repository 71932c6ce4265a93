// Schedules in all their moods.

import { stepActions } from '@rookery/contracts/schedule.ts'
import { nightly, runs, schedules } from '../../pictures/fixtures/schedule-fixtures.ts'
import { DeleteScheduleView } from '../features/schedules/delete-schedule-view.tsx'
import { RunsView } from '../features/schedules/runs-view.tsx'
import { ScheduleFormView, type ScheduleFormViewProps } from '../features/schedules/schedule-form-view.tsx'
import { SchedulesView, type SchedulesViewProps } from '../features/schedules/schedules-view.tsx'
import { ApiError } from '../platform/api-error.ts'
import { ignore, Specimen } from './specimen.tsx'

const lastRuns = new Map(runs.map((run, index) => [index + 1, run]))
const nowMs = Date.parse('2026-11-15T08:00:00Z')
const away = new ApiError({ code: 'node_offline', status: 503, message: 'the node is not connected' })

function Shown(props: Partial<SchedulesViewProps>) {
  return (
    <SchedulesView
      status="ready"
      schedules={schedules}
      lastRuns={lastRuns}
      isNodeOnline
      busyId={null}
      refusal={null}
      maySuggest
      onSuggest={ignore}
      onCreate={ignore}
      onRetry={ignore}
      onSwitch={ignore}
      onChange={ignore}
      onDelete={ignore}
      onShowRuns={ignore}
      canRunNow
      onRun={ignore}
      onCancel={ignore}
      {...props}
    />
  )
}

function Form(props: Partial<ScheduleFormViewProps>) {
  return (
    <ScheduleFormView
      canCountPlayers
      schedule={null}
      actions={stepActions}
      nightly={null}
      canRunSteps
      timeZone="Europe/Berlin"
      timeZones={['UTC', 'Europe/Berlin']}
      nowMs={nowMs}
      isBusy={false}
      faults={{}}
      problem={null}
      onSave={ignore}
      onClose={ignore}
      {...props}
    />
  )
}

export function ScheduleSpecimens() {
  return (
    <>
      <Specimen name="Schedules">
        <Shown />
      </Specimen>
      <Specimen name="Schedules, narrow" isNarrow>
        <Shown />
      </Specimen>
      <Specimen name="Schedules, node away, a switch refused">
        <Shown
          isNodeOnline={false}
          lastRuns={new Map()}
          refusal="You don’t have permission to do this. Ask an administrator for access."
        />
      </Specimen>
      <Specimen name="Nothing planned">
        <Shown schedules={[]} />
      </Specimen>
      <Specimen name="Nothing planned, by somebody who may not restart">
        <Shown schedules={[]} maySuggest={false} />
      </Specimen>
      <Specimen name="Loading">
        <Shown status="loading" />
      </Specimen>
      <Specimen name="Could not be read">
        <Shown status="problem" problem={away} />
      </Specimen>
      {schedules.slice(1).map(schedule => (
        <Specimen key={schedule.id} name={`Change: ${schedule.name}`} isNarrow>
          <Form schedule={schedule} />
        </Specimen>
      ))}
      <Specimen name="New, as it is proposed" isNarrow>
        <Form nightly={nightly} />
      </Specimen>
      <Specimen name="New, on a node with an older daemon" isNarrow>
        <Form canRunSteps={false} />
      </Specimen>
      <Specimen name="New, steps refused" isNarrow>
        <Form
          nightly={nightly}
          faults={{ 'steps.0.message': ['is required'], 'steps.1.action': ['cannot be told anything'] }}
        />
      </Specimen>
      <Specimen name="New, refused" isNarrow>
        <Form faults={{ name: ['must not be empty'], 'timing.expression': ['never comes'] }} isBusy />
      </Specimen>
      <Specimen name="Runs" isNarrow>
        <RunsView status="ready" runs={runs} timeZone="Europe/Berlin" opened={[18]} onRetry={ignore} />
      </Specimen>
      <Specimen name="No runs" isNarrow>
        <RunsView status="ready" runs={[]} onRetry={ignore} />
      </Specimen>
      <Specimen name="Runs, node away" isNarrow>
        <RunsView status="problem" problem={away} runs={[]} onRetry={ignore} />
      </Specimen>
      <Specimen name="Delete a schedule" isNarrow>
        <DeleteScheduleView isBusy={false} problem={null} onConfirm={ignore} onClose={ignore} />
      </Specimen>
    </>
  )
}
