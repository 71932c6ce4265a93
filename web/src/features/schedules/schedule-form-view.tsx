// A new schedule, or the change of one: what it does, when, and what happens when that does not suit.

import { Box, Button, Group, Select, Stack, Switch, Textarea, TextInput } from '@mantine/core'
import type { BodyOf } from '@rookery/contracts/http/endpoint.ts'
import type { createServerTask, ServerTask } from '@rookery/contracts/http/schedules.ts'
import type { ScheduleAction } from '@rookery/contracts/schedule.ts'
import { type FormEvent, useState } from 'react'
import { fieldMessage } from '../../parts/problems/field-message.ts'
import { useTexts } from '../../texts/texts.ts'
import form from '../../ui/controls/form.module.css'
import { FormProblem } from '../../ui/feedback/form-message.tsx'
import styles from './schedules.module.css'
import { TimingFields } from './timing-fields.tsx'
import { planOf, timingOf, usualPlan } from './timing-plan-rules.ts'

export type ScheduleInput = BodyOf<typeof createServerTask>

export interface ScheduleFormViewProps {
  /** Null for a new one. */
  schedule: ServerTask | null
  /** What the person may let it do; what it does already stays in the list. */
  actions: readonly ScheduleAction[]
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
  const [name, setName] = useState(schedule?.name ?? '')
  const [action, setAction] = useState<ScheduleAction>(schedule?.action ?? usualAction(actions))
  const [command, setCommand] = useState(schedule?.command ?? '')
  const [plan, setPlan] = useState(schedule ? planOf(schedule.timing) : usualPlan)
  const [timeZone, setTimeZone] = useState(schedule?.time_zone ?? props.timeZone)
  const [onlyWhenEmpty, setOnlyWhenEmpty] = useState(schedule?.only_when_empty === true && canCountPlayers)
  const [isQueued, setIsQueued] = useState(schedule?.overlap === 'queue')
  const [isMadeUp, setIsMadeUp] = useState(schedule?.missed === 'once')
  const offered = [...new Set(schedule ? [...actions, schedule.action] : actions)]

  function submit(event: FormEvent) {
    event.preventDefault()
    onSave({
      name: name.trim() || t(`schedules.does.${action}`),
      action,
      command,
      timing: timingOf(plan),
      time_zone: timeZone,
      enabled: schedule?.enabled ?? true,
      only_when_empty: onlyWhenEmpty,
      overlap: isQueued ? 'queue' : 'skip',
      missed: isMadeUp ? 'once' : 'skip',
    })
  }

  return (
    <form className={form.form} onSubmit={submit} noValidate>
      {problem && <FormProblem>{problem}</FormProblem>}
      <div className={form.pair}>
        <Select
          label={t('schedules.action')}
          allowDeselect={false}
          data-autofocus
          data={offered.map(each => ({ value: each, label: t(`schedules.does.${each}`) }))}
          value={action}
          onChange={next => next && setAction(next as ScheduleAction)}
        />
        <TextInput
          label={t('schedules.name')}
          placeholder={t(`schedules.does.${action}`)}
          maxLength={190}
          value={name}
          error={fieldMessage(t, faults.name)}
          onChange={event => setName(event.currentTarget.value)}
        />
      </div>
      <Box component="p" className="text-secondary" mt={-8}>
        {t(`schedules.actionTexts.${action}`)}
      </Box>
      {action === 'command' && (
        <Textarea
          label={t('schedules.command')}
          description={t('schedules.commandText')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          classNames={{ input: 'mono' }}
          rows={3}
          maxLength={8000}
          spellCheck={false}
          value={command}
          error={fieldMessage(t, faults.command)}
          onChange={event => setCommand(event.currentTarget.value)}
        />
      )}
      <TimingFields
        plan={plan}
        timeZone={timeZone}
        timeZones={props.timeZones}
        nowMs={nowMs}
        fault={fieldMessage(t, faults['timing.expression'] ?? faults['timing.minutes'] ?? faults.time_zone)}
        onPlan={setPlan}
        onTimeZone={setTimeZone}
      />
      <Stack className={styles.options} gap={14}>
        <Option
          name="onlyWhenEmpty"
          isOn={onlyWhenEmpty}
          isPossible={canCountPlayers}
          onChange={setOnlyWhenEmpty}
        />
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
function usualAction(actions: readonly ScheduleAction[]): ScheduleAction {
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
    <Switch
      classNames={{ description: styles.optionText }}
      label={t(`schedules.options.${name}.label`)}
      description={isPossible ? t(`schedules.options.${name}.text`) : t('schedules.cannotCount')}
      disabled={!isPossible}
      checked={isOn}
      onChange={event => onChange(event.currentTarget.checked)}
    />
  )
}
