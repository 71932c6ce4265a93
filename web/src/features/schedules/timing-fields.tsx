// When a schedule runs: four ways to say it, and the next three times for the way that was chosen.

import { Group, Select, SimpleGrid, Stack, TextInput } from '@mantine/core'
import { nextTimes, timingProblem } from '@rookery/primitives/schedule-times.ts'
import { useState } from 'react'
import { useLanguage, useTexts } from '../../texts/texts.ts'
import choice from '../../ui/controls/choice.module.css'
import { clockTime, plannedTime } from '../../ui/time/date-formats.ts'
import { parseClock } from './clock-field-rules.ts'
import { weekDayName } from './schedule-text.ts'
import styles from './schedules.module.css'
import {
  type IntervalUnit,
  intervalUnits,
  type Plan,
  planKinds,
  timingOf,
  weekDays,
} from './timing-plan-rules.ts'

interface TimingFieldsProps {
  plan: Plan
  timeZone: string
  timeZones: readonly string[]
  /** What the panel said about the expression. */
  fault: string | undefined
  nowMs: number
  onPlan: (plan: Plan) => void
  onTimeZone: (name: string) => void
}

export function TimingFields(props: TimingFieldsProps) {
  const t = useTexts()
  const { plan, timeZone, timeZones, nowMs, onPlan, onTimeZone } = props
  return (
    <Stack component="fieldset" className={styles.timing} gap={14}>
      <legend>{t('schedules.when')}</legend>
      <Select
        hiddenFrom="xs"
        aria-label={t('schedules.when')}
        allowDeselect={false}
        data={planKinds.map(kind => ({ value: kind, label: t(`schedules.kinds.${kind}`) }))}
        value={plan.kind}
        onChange={kind => kind && onPlan({ ...plan, kind: kind as Plan['kind'] })}
      />
      <SimpleGrid className={choice.segments} cols={4} spacing={2} visibleFrom="xs">
        {planKinds.map(kind => (
          <label key={kind} className={`${choice.choice} ${choice.segment}`}>
            <input
              type="radio"
              name="timing"
              checked={plan.kind === kind}
              onChange={() => onPlan({ ...plan, kind })}
            />
            <span className="truncate">{t(`schedules.kinds.${kind}`)}</span>
          </label>
        ))}
      </SimpleGrid>
      <Group gap="14px 16px" align="flex-start">
        <PlanFields {...props} />
        {plan.kind !== 'interval' && (
          <Select
            flex={plan.kind === 'daily' ? '1 1 220px' : '1 1 100%'}
            label={t('schedules.timeZone')}
            description={t('schedules.timeZoneText')}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            searchable
            allowDeselect={false}
            limit={60}
            data={[...new Set([...timeZones, timeZone])]}
            value={timeZone}
            onChange={name => name && onTimeZone(name)}
          />
        )}
      </Group>
      {/* What is wrong is said once, at the field. */}
      {!props.fault && <NextTimes plan={plan} timeZone={timeZone} nowMs={nowMs} />}
    </Stack>
  )
}

function PlanFields({ plan, fault, onPlan }: TimingFieldsProps) {
  const t = useTexts()
  if (plan.kind === 'interval') return <IntervalFields plan={plan} fault={fault} onPlan={onPlan} />
  if (plan.kind === 'cron') {
    return (
      <TextInput
        flex="1 1 100%"
        label={t('schedules.expression')}
        description={t('schedules.expressionText')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        classNames={{ input: 'mono' }}
        spellCheck={false}
        autoComplete="off"
        maxLength={190}
        value={plan.expression}
        error={fault}
        onChange={event => onPlan({ ...plan, expression: event.currentTarget.value })}
      />
    )
  }
  return (
    <Group gap="14px 24px" align="flex-end">
      {plan.kind === 'weekly' && <WeekDays plan={plan} onPlan={onPlan} />}
      <ClockField at={plan.at} fault={fault} onChange={at => onPlan({ ...plan, at })} />
    </Group>
  )
}

interface ClockFieldProps {
  at: string
  fault: string | undefined
  onChange: (at: string) => void
}

/** With the clock of the region, as times are told everywhere else; what is typed is put into that form afterwards. */
function ClockField({ at, fault, onChange }: ClockFieldProps) {
  const t = useTexts()
  const language = useLanguage()
  const [draft, setDraft] = useState<string | null>(null)
  return (
    <TextInput
      label={t('schedules.at')}
      w={130}
      maxLength={12}
      autoComplete="off"
      value={draft ?? clockTime(at, language)}
      error={fault}
      onChange={event => {
        setDraft(event.currentTarget.value)
        onChange(parseClock(event.currentTarget.value) ?? '')
      }}
      onBlur={() => at !== '' && setDraft(null)}
    />
  )
}

type PlanProps = Pick<TimingFieldsProps, 'plan' | 'onPlan'>

function WeekDays({ plan, onPlan }: PlanProps) {
  const t = useTexts()
  const language = useLanguage()
  return (
    <Group component="fieldset" gap={4} align="stretch">
      <legend>{t('schedules.days')}</legend>
      {weekDays.map(day => (
        <label
          key={day}
          className={`${choice.choice} ${choice.card} ${styles.day}`}
          title={weekDayName(day, language, 'long')}
        >
          <input
            type="checkbox"
            checked={plan.days.includes(day)}
            onChange={event =>
              onPlan({
                ...plan,
                days: event.currentTarget.checked
                  ? [...plan.days, day]
                  : plan.days.filter(other => other !== day),
              })
            }
          />
          <span>{weekDayName(day, language, 'short')}</span>
        </label>
      ))}
    </Group>
  )
}

function IntervalFields({ plan, fault, onPlan }: PlanProps & Pick<TimingFieldsProps, 'fault'>) {
  const t = useTexts()
  return (
    <Group gap={8} align="flex-end" wrap="nowrap">
      <TextInput
        w={110}
        label={t('schedules.everyLabel')}
        inputMode="numeric"
        maxLength={6}
        value={plan.every === 0 ? '' : String(plan.every)}
        error={fault}
        onChange={event =>
          onPlan({ ...plan, every: Number(event.currentTarget.value.replaceAll(/\D/g, '')) })
        }
      />
      <Select
        w={150}
        aria-label={t('schedules.unit')}
        allowDeselect={false}
        data={(Object.keys(intervalUnits) as IntervalUnit[]).map(unit => ({
          value: unit,
          label: t(`schedules.units.${unit}`, { count: plan.every }),
        }))}
        value={plan.unit}
        onChange={unit => unit && onPlan({ ...plan, unit: unit as IntervalUnit })}
      />
    </Group>
  )
}

/** Told while one types, so that nobody has to know the rules of expressions by heart. */
function NextTimes({ plan, timeZone, nowMs }: Pick<TimingFieldsProps, 'plan' | 'timeZone' | 'nowMs'>) {
  const t = useTexts()
  const language = useLanguage()
  const timing = timingOf(plan)
  const problem = timingProblem(timing, timeZone, nowMs)
  if (problem || (timing.by === 'interval' && timing.minutes < 1)) {
    return (
      <p className="text-note" role="status">
        {problem?.neverComes ? t('schedules.noSuchDay') : t('schedules.notYet')}
      </p>
    )
  }
  const beginsAtMs = Math.floor(nowMs / 60_000) * 60_000
  const times = nextTimes({ timing, time_zone: timeZone, begins_at_ms: beginsAtMs }, nowMs, 3)
  const displayedZone = timing.by === 'interval' ? undefined : timeZone
  return (
    <div className={`text-note ${styles.next}`} role="status">
      <span>{t('schedules.nextTimes')}</span>
      <Group component="ol" gap={6} mt={6}>
        {times.map(time => (
          <li key={time}>
            <time dateTime={new Date(time).toISOString()}>{plannedTime(time, language, displayedZone)}</time>
          </li>
        ))}
      </Group>
    </div>
  )
}
