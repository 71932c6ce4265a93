// A new schedule, or the change of one: what it does, when, and what happens when that does not suit.

import { Button, Group, Stack, TextInput } from '@mantine/core'
import type { BodyOf } from '@rookery/contracts/http/endpoint.ts'
import type { createServerTask, ServerTask } from '@rookery/contracts/http/schedules.ts'
import type { ScheduleStep, StepAction } from '@rookery/contracts/schedule.ts'
import { type FormEvent, useState } from 'react'
import { fieldMessage } from '../../parts/problems/field-message.ts'
import { useLanguage, useTexts } from '../../texts/texts.ts'
import form from '../../ui/controls/form.module.css'
import { OnOffSwitch } from '../../ui/controls/on-off-switch.tsx'
import { FormProblem } from '../../ui/feedback/form-message.tsx'
import { clockTime } from '../../ui/time/date-formats.ts'
import { spanText } from './schedule-text.ts'
import styles from './schedules.module.css'
import { clockAfter, editedSteps, needsSteps, newStep, offsetsOf, workOf } from './step-plan-rules.ts'
import { StepsEditor } from './steps-editor.tsx'
import { TimingFields } from './timing-fields.tsx'
import { planOf, timingOf, usualPlan } from './timing-plan-rules.ts'

export type ScheduleInput = BodyOf<typeof createServerTask>

export interface ScheduleFormViewProps {
  /** Null for a new one. */
  schedule: ServerTask | null
  /** What the person may let it do; what it does already stays in the list. */
  actions: readonly StepAction[]
  /** What a new one proposes; null: a restart alone. */
  nightly: readonly ScheduleStep[] | null
  /** Its node knows schedules of several steps. */
  canRunSteps: boolean
  /** Whether the game tells how many people play. */
  canCountPlayers: boolean
  timeZone: string
  timeZones: readonly string[]
  nowMs: number
  isBusy: boolean
  faults: Record<string, string[]>
  problem: string | null
  onSave: (entered: ScheduleInput) => void
  onClose: () => void
}

export function ScheduleFormView(props: ScheduleFormViewProps) {
  const { schedule, actions, canCountPlayers, faults, problem, isBusy, nowMs, onSave, onClose } = props
  const t = useTexts()
  const language = useLanguage()
  const proposal = props.nightly && { command: '', steps: [...props.nightly] }
  const [name, setName] = useState(schedule?.name ?? (proposal ? t('schedules.suggestedName') : ''))
  const [steps, setSteps] = useState(() => {
    const known = schedule ?? proposal
    return known ? editedSteps(known) : [newStep(0, usualAction(actions))]
  })
  const [plan, setPlan] = useState(() => {
    if (schedule) return planOf(schedule.timing)
    return proposal ? { ...usualPlan, at: '03:55' } : usualPlan
  })
  const [timeZone, setTimeZone] = useState(schedule?.time_zone ?? props.timeZone)
  const [onlyWhenEmpty, setOnlyWhenEmpty] = useState(schedule?.only_when_empty === true && canCountPlayers)
  const [isQueued, setIsQueued] = useState(schedule?.overlap === 'queue')
  const [isMadeUp, setIsMadeUp] = useState(schedule?.missed === 'once')
  const isStepped = needsSteps(steps)
  const usualName = t(`schedules.does.${steps.at(-1)?.action ?? 'restart'}`)
  const hasClock = plan.kind === 'daily' || plan.kind === 'weekly'
  const times = offsetsOf(steps).map(offset => {
    const at = hasClock ? clockAfter(plan.at, offset) : null
    return at === null ? `+${spanText(language, offset)}` : clockTime(at, language)
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    onSave({
      name: name.trim() || usualName,
      ...workOf(steps),
      timing: timingOf(plan),
      time_zone: timeZone,
      enabled: schedule?.enabled ?? true,
      only_when_empty: onlyWhenEmpty && !isStepped,
      overlap: isQueued ? 'queue' : 'skip',
      missed: isMadeUp ? 'once' : 'skip',
    })
  }

  return (
    <form className={form.form} onSubmit={submit} noValidate>
      {problem && <FormProblem>{problem}</FormProblem>}
      <TextInput
        data-autofocus
        label={t('schedules.name')}
        placeholder={usualName}
        maxLength={190}
        value={name}
        error={fieldMessage(t, faults.name)}
        onChange={event => setName(event.currentTarget.value)}
      />
      <TimingFields
        plan={plan}
        timeZone={timeZone}
        timeZones={props.timeZones}
        nowMs={nowMs}
        fault={fieldMessage(t, faults['timing.expression'] ?? faults['timing.minutes'] ?? faults.time_zone)}
        onPlan={setPlan}
        onTimeZone={setTimeZone}
      />
      <fieldset className={styles.what}>
        <legend>{t('schedules.what')}</legend>
        <StepsEditor
          steps={steps}
          times={times}
          actions={props.canRunSteps ? actions : actions.filter(each => each !== 'message')}
          canHaveSeveral={props.canRunSteps}
          canCountPlayers={canCountPlayers}
          faults={faults}
          onChange={setSteps}
        />
      </fieldset>
      <Stack className={styles.options} gap={14}>
        {!isStepped && (
          <Option
            name="onlyWhenEmpty"
            isOn={onlyWhenEmpty}
            isPossible={canCountPlayers}
            onChange={setOnlyWhenEmpty}
          />
        )}
        <Option name="queue" isOn={isQueued} onChange={setIsQueued} />
        <Option name="once" isOn={isMadeUp} onChange={setIsMadeUp} />
      </Stack>
      <Group className={`${form.foot} ${form.stays}`} gap={12} justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {t('actions.cancel')}
        </Button>
        <Button type="submit" loading={isBusy}>
          {schedule ? t('actions.save') : t('schedules.add')}
        </Button>
      </Group>
    </form>
  )
}

/** What most people want, where they may do it. */
function usualAction(actions: readonly StepAction[]): StepAction {
  return actions.includes('restart') ? 'restart' : (actions[0] ?? 'restart')
}

interface OptionProps {
  name: 'onlyWhenEmpty' | 'queue' | 'once'
  isOn: boolean
  isPossible?: boolean
  onChange: (isOn: boolean) => void
}

function Option({ name, isOn, isPossible = true, onChange }: OptionProps) {
  const t = useTexts()
  return (
    <OnOffSwitch
      classNames={{ description: styles.optionText }}
      label={t(`schedules.options.${name}.label`)}
      description={isPossible ? t(`schedules.options.${name}.text`) : t('schedules.cannotCount')}
      disabled={!isPossible}
      checked={isOn}
      onChange={event => onChange(event.currentTarget.checked)}
    />
  )
}
