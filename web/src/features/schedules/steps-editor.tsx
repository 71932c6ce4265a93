// The steps of a schedule, one under the other: added, removed, moved up and down, by mouse, finger or keyboard.

import { ActionIcon, Button, Checkbox, Group, Select, Stack, Textarea, TextInput } from '@mantine/core'
import {
  type StepAction,
  type StepCondition,
  stepConditions,
  stepsLimit,
} from '@rookery/contracts/schedule.ts'
import { IconArrowDown, IconArrowUp, IconChevronDown, IconPlus, IconTrash } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { fieldMessage } from '../../parts/problems/field-message.ts'
import { useTexts } from '../../texts/texts.ts'
import { stepIcons } from './run-style.ts'
import styles from './schedules.module.css'
import { type EditedStep, moved, newStep, type WaitUnit, waitUnits } from './step-plan-rules.ts'

export interface StepsEditorProps {
  steps: readonly EditedStep[]
  /** When each begins, as people read it: a time of day, or how long after the beginning. */
  times: readonly string[]
  actions: readonly StepAction[]
  /** False: one step alone, as older nodes understand it. */
  canHaveSeveral: boolean
  canCountPlayers: boolean
  faults: Record<string, string[]>
  onChange: (steps: EditedStep[]) => void
}

export function StepsEditor(props: StepsEditorProps) {
  const { steps, actions, canHaveSeveral, onChange } = props
  const t = useTexts()
  const list = useRef<HTMLOListElement>(null)
  /** What is focused after the next redraw: moving a step takes the focus away from it. */
  const [focus, setFocus] = useState<string | null>(null)
  const [announced, setAnnounced] = useState('')
  /** Of several the one that is edited; the others are a line each. */
  const [openKey, setOpenKey] = useState<number | null>(null)
  useEffect(() => {
    if (focus === null) return
    list.current?.querySelector<HTMLElement>(`[data-focus="${focus}"]`)?.focus()
    setFocus(null)
  }, [focus])

  const change = (index: number, next: Partial<EditedStep>) =>
    onChange(steps.map((step, at) => (at === index ? { ...step, ...next } : step)))
  const move = (index: number, to: number) => {
    const key = steps[index]?.key ?? 0
    onChange(moved(steps, index, to))
    // At the end of the list the button that was used is off.
    const isUp = to < index ? to > 0 : to === steps.length - 1
    setFocus(`${isUp ? 'up' : 'down'}-${key}`)
    setAnnounced(t('schedules.steps.moved', { position: to + 1, count: steps.length }))
  }
  const remove = (index: number) => {
    const left = steps.filter((_, at) => at !== index)
    onChange(left)
    setFocus(`action-${left[Math.min(index, left.length - 1)]?.key}`)
    setAnnounced(t('schedules.steps.removed', { position: index + 1, count: left.length }))
  }
  const add = () => {
    const key = Math.max(...steps.map(step => step.key)) + 1
    const action = actions.includes('message') ? 'message' : (actions[0] ?? 'restart')
    onChange([...steps, { ...newStep(key, action), wait: 1 }])
    setOpenKey(key)
    setFocus(`action-${key}`)
  }

  return (
    <Stack gap={10}>
      <ol ref={list} className={styles.steps} data-several={steps.length > 1 || undefined}>
        {steps.map((step, index) => {
          const isOpen = steps.length === 1 || step.key === openKey || hasFault(props.faults, index)
          const Card = isOpen ? StepCard : FoldedStep
          return (
            <Card
              key={step.key}
              {...props}
              step={step}
              index={index}
              onChange={next => change(index, next)}
              onOpen={() => {
                setOpenKey(step.key)
                setFocus(`action-${step.key}`)
              }}
              onMove={to => move(index, to)}
              onRemove={() => remove(index)}
            />
          )
        })}
      </ol>
      {canHaveSeveral && steps.length < stepsLimit && (
        <Button
          variant="default"
          size="sm"
          className={styles.addStep}
          leftSection={<IconPlus size={16} />}
          onClick={add}
        >
          {t('schedules.steps.add')}
        </Button>
      )}
      <span className="visually-hidden" role="status">
        {announced}
      </span>
    </Stack>
  )
}

interface StepCardProps extends Omit<StepsEditorProps, 'onChange'> {
  step: EditedStep
  index: number
  onChange: (next: Partial<EditedStep>) => void
  onOpen: () => void
  onMove: (to: number) => void
  onRemove: () => void
}

/** What was refused is in sight. */
const hasFault = (faults: StepsEditorProps['faults'], index: number) =>
  Object.keys(faults).some(name => name.startsWith(`steps.${index}.`))

/** One of several in a line: when, what, and with which text. */
function FoldedStep(props: StepCardProps) {
  const { step, index, steps, times, onOpen } = props
  const t = useTexts()
  const Icon = stepIcons[step.action]
  const hasText = step.action === 'message' || step.action === 'command'
  return (
    <li
      className={styles.step}
      aria-label={t('schedules.steps.of', { position: index + 1, count: steps.length })}
    >
      <span className={`${styles.stepMark} ${styles.foldedMark}`} aria-hidden>
        <Icon size={16} stroke={1.8} />
      </span>
      <div className={`${styles.stepHead} ${styles.folded}`}>
        <button
          type="button"
          className={`row-button ${styles.foldedLine}`}
          aria-expanded={false}
          data-focus={`action-${step.key}`}
          onClick={onOpen}
        >
          <span className={`numbers ${styles.stepTime}`}>{times[index]}</span>
          <span className={styles.foldedName}>{t(`schedules.does.${step.action}`)}</span>
          <span className={`truncate ${styles.foldedText}`}>
            {[
              hasText && step.text.split('\n')[0],
              step.onlyWhen && t(`schedules.steps.when.${step.onlyWhen}`),
            ]
              .filter(Boolean)
              .join(' · ')}
          </span>
          <IconChevronDown size={15} aria-hidden />
        </button>
        <StepButtons {...props} />
      </div>
    </li>
  )
}

function StepCard(props: StepCardProps) {
  const { step, index, steps, times, actions, canHaveSeveral, faults, onChange } = props
  const t = useTexts()
  const isOneOfMany = steps.length > 1
  const offered = [...new Set([...actions, step.action])]
  const Icon = stepIcons[step.action]
  const fault = (name: string) => fieldMessage(t, faults[`steps.${index}.${name}`])
  return (
    <li
      className={styles.step}
      aria-label={
        isOneOfMany ? t('schedules.steps.of', { position: index + 1, count: steps.length }) : undefined
      }
    >
      <span className={styles.stepMark} aria-hidden>
        <Icon size={16} stroke={1.8} />
      </span>
      <div className={styles.stepBody}>
        <div className={styles.stepHead}>
          <Select
            aria-label={t('schedules.action')}
            className={styles.stepAction}
            allowDeselect={false}
            data-focus={`action-${step.key}`}
            data={offered.map(each => ({ value: each, label: t(`schedules.does.${each}`) }))}
            value={step.action}
            error={fault('action')}
            onChange={next => next && onChange({ action: next as StepAction })}
          />
          {isOneOfMany && <span className={`numbers ${styles.stepTime}`}>{times[index]}</span>}
          {isOneOfMany && <StepButtons {...props} />}
        </div>
        <StepText {...props} fault={fault} />
        {canHaveSeveral && <StepConditions {...props} fault={fault} />}
      </div>
    </li>
  )
}

function StepButtons({ step, index, steps, onMove, onRemove }: StepCardProps) {
  const t = useTexts()
  const name = { position: index + 1 }
  const button = { variant: 'subtle', color: 'gray', size: 30 } as const
  return (
    <Group gap={0} wrap="nowrap">
      <ActionIcon
        {...button}
        data-focus={`up-${step.key}`}
        aria-label={t('schedules.steps.up', name)}
        disabled={index === 0}
        onClick={() => onMove(index - 1)}
      >
        <IconArrowUp size={16} />
      </ActionIcon>
      <ActionIcon
        {...button}
        data-focus={`down-${step.key}`}
        aria-label={t('schedules.steps.down', name)}
        disabled={index === steps.length - 1}
        onClick={() => onMove(index + 1)}
      >
        <IconArrowDown size={16} />
      </ActionIcon>
      <ActionIcon {...button} aria-label={t('schedules.steps.remove', name)} onClick={onRemove}>
        <IconTrash size={16} />
      </ActionIcon>
    </Group>
  )
}

type Fault = { fault: (name: string) => string | undefined }

function StepText({ step, steps, faults, onChange, fault }: StepCardProps & Fault) {
  const t = useTexts()
  if (step.action === 'command') {
    return (
      <Textarea
        aria-label={t('schedules.command')}
        placeholder={t('schedules.commandText')}
        classNames={{ input: 'mono' }}
        rows={steps.length > 1 ? 2 : 3}
        maxLength={8000}
        spellCheck={false}
        value={step.text}
        error={fault('command') ?? fieldMessage(t, faults.command)}
        onChange={event => onChange({ text: event.currentTarget.value })}
      />
    )
  }
  if (step.action === 'message') {
    return (
      <TextInput
        aria-label={t('schedules.steps.message')}
        placeholder={t('schedules.steps.messageHint')}
        maxLength={500}
        value={step.text}
        error={fault('message')}
        onChange={event => onChange({ text: event.currentTarget.value })}
      />
    )
  }
  return <p className={`text-note ${styles.stepNote}`}>{t(`schedules.actionTexts.${step.action}`)}</p>
}

function StepConditions({ step, index, steps, canCountPlayers, onChange, fault }: StepCardProps & Fault) {
  const t = useTexts()
  const isKnown = (condition: StepCondition) =>
    canCountPlayers || condition === 'running' || condition === 'stopped' || condition === step.onlyWhen
  const always = { value: '', label: t('schedules.steps.when.always') }
  const conditions = stepConditions.filter(isKnown)
  return (
    <div className={styles.stepRules}>
      {(index > 0 || step.wait > 0) && (
        <StepWait step={step} index={index} onChange={onChange} fault={fault} />
      )}
      <Group className={styles.stepCondition} gap={8} wrap="nowrap">
        <span className="text-note" aria-hidden>
          {t('schedules.steps.onlyWhen')}
        </span>
        <Select
          flex={1}
          aria-label={t('schedules.steps.onlyWhen')}
          allowDeselect={false}
          data={[always, ...conditions.map(value => ({ value, label: t(`schedules.steps.when.${value}`) }))]}
          value={step.onlyWhen ?? ''}
          error={fault('only_when')}
          onChange={value => onChange({ onlyWhen: (value || null) as StepCondition | null })}
        />
      </Group>
      {index < steps.length - 1 && (
        <Checkbox
          size="sm"
          className={styles.stepGoOn}
          label={t('schedules.steps.goOn')}
          checked={step.continueOnFailure}
          onChange={event => onChange({ continueOnFailure: event.currentTarget.checked })}
        />
      )}
    </div>
  )
}

/** The first begins with the run: when that is, the schedule says. */
function StepWait({
  step,
  index,
  onChange,
  fault,
}: Pick<StepCardProps, 'step' | 'index' | 'onChange'> & Fault) {
  const t = useTexts()
  return (
    <Group gap={6} align="flex-start">
      <TextInput
        w={62}
        aria-label={index === 0 ? t('schedules.steps.waitFirst') : t('schedules.steps.wait')}
        inputMode="numeric"
        maxLength={5}
        value={String(step.wait)}
        error={fault('offset_seconds')}
        onChange={event => onChange({ wait: Number(event.currentTarget.value.replaceAll(/\D/g, '')) })}
      />
      <Select
        w={116}
        aria-label={t('schedules.unit')}
        allowDeselect={false}
        data={(Object.keys(waitUnits) as WaitUnit[]).map(unit => ({
          value: unit,
          label: t(`schedules.steps.units.${unit}`, { count: step.wait }),
        }))}
        value={step.unit}
        onChange={unit => unit && onChange({ unit: unit as WaitUnit })}
      />
      <span className={`text-note ${styles.stepAfter}`}>
        {index === 0 ? t('schedules.steps.afterBeginning') : t('schedules.steps.afterPrevious')}
      </span>
    </Group>
  )
}
