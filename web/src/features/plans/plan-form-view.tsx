// A plan as it is created or changed: its name, its limits, and which templates and nodes may be used.

import { Box, Button, Checkbox, Group, Select, SimpleGrid, Stack, TextInput } from '@mantine/core'
import type { Plan } from '@rookery/contracts/http/plans.ts'
import { type PlanItem, planItems } from '@rookery/contracts/plan-items.ts'
import { type FormEvent, useState } from 'react'
import { amountText, figureOf, unitSignOf } from '../../parts/plans/plan-amount-rules.ts'
import { fieldMessage } from '../../parts/problems/field-message.ts'
import { useLanguage, useTexts } from '../../texts/texts.ts'
import form from '../../ui/controls/form.module.css'
import { MultiChoice } from '../../ui/controls/multi-choice.tsx'
import { unitInField } from '../../ui/controls/unit-in-field.tsx'
import { FormHint, FormProblem } from '../../ui/feedback/form-message.tsx'
import { decimalSign, formatValue } from '../../ui/format/unit-rules.ts'
import { type ChosenIds, draftFaults, excessOf, type PlanDraft } from './plan-draft-rules.ts'

type Named = { id: number; name: string }

export interface PlanFormViewProps {
  draft: PlanDraft
  isNew: boolean
  /** The most that one person uses of it; null: nobody has it yet. */
  mostUsed: Plan['most_used'] | null
  templates: readonly Named[]
  nodes: readonly Named[]
  isBusy: boolean
  faults: Record<string, string[]>
  problem: string | null
  onSave: (draft: PlanDraft) => void
  onClose: () => void
}

export function PlanFormView(props: PlanFormViewProps) {
  const t = useTexts()
  const { isNew, mostUsed, templates, nodes, isBusy, faults, problem, onSave, onClose } = props
  const [draft, setDraft] = useState(props.draft)
  const [isTried, setIsTried] = useState(false)
  const set = (change: Partial<PlanDraft>) => setDraft(before => ({ ...before, ...change }))
  const wrong = draftFaults(draft)
  const isWrong = (field: (typeof wrong)[number]) => isTried && wrong.includes(field)

  function submit(event: FormEvent) {
    event.preventDefault()
    setIsTried(true)
    if (wrong.length === 0) onSave(draft)
  }

  return (
    <form className={form.form} onSubmit={submit} noValidate autoComplete="off">
      {problem && <FormProblem>{problem}</FormProblem>}
      <TextInput
        label={t('plans.name')}
        placeholder={t('plans.namePlaceholder')}
        maxLength={190}
        data-autofocus
        value={draft.name}
        onChange={event => set({ name: event.currentTarget.value })}
        error={isWrong('name') ? t('plans.needName') : fieldMessage(t, faults.name)}
      />
      <fieldset>
        <legend>{t('plans.limits')}</legend>
        <Box component="p" className="text-note" mt={2}>
          {t('plans.limitsHint')}
        </Box>
        <SimpleGrid cols={{ base: 2, xs: 3 }} spacing={12} mt={10}>
          {planItems.map(item => (
            <LimitField
              key={item}
              item={item}
              value={draft.limits[item]}
              excess={excessOf(draft, mostUsed, item)}
              fault={
                isWrong(item)
                  ? t(unitSignOf(item) === 'GiB' ? 'plans.wrongAmount' : 'plans.wrongCount')
                  : fieldMessage(t, faults[`limits.${item}`])
              }
              onChange={typed => set({ limits: { ...draft.limits, [item]: typed } })}
            />
          ))}
        </SimpleGrid>
      </fieldset>
      {planItems.some(item => excessOf(draft, mostUsed, item) !== null) && (
        <FormHint>{t('plans.excessHint')}</FormHint>
      )}
      <IdsField
        legend={t('plans.templates')}
        every={t('plans.allTemplates')}
        chosen={draft.templates}
        offered={templates}
        fault={isWrong('templates') ? t('plans.needOne') : fieldMessage(t, faults.template_ids)}
        onChange={chosen => set({ templates: chosen })}
      />
      <IdsField
        legend={t('plans.nodes')}
        every={t('plans.allNodes')}
        chosen={draft.nodes}
        offered={nodes}
        fault={isWrong('nodes') ? t('plans.needOne') : fieldMessage(t, faults.node_ids)}
        onChange={chosen => set({ nodes: chosen })}
      />
      <Checkbox
        label={t('plans.countedOnlyLabel')}
        description={t('plans.countedOnlyText')}
        checked={draft.countedOnly}
        onChange={event => set({ countedOnly: event.currentTarget.checked })}
      />
      <Group className={`${form.foot} ${form.stays}`} gap={12} justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {t('actions.cancel')}
        </Button>
        <Button type="submit" loading={isBusy}>
          {isNew ? t('plans.create') : t('actions.save')}
        </Button>
      </Group>
    </form>
  )
}

interface LimitFieldProps {
  item: PlanItem
  value: string
  /** What one person uses, where that is more than was typed. */
  excess: number | null
  fault: string | undefined
  onChange: (typed: string) => void
}

function LimitField({ item, value, excess, fault, onChange }: LimitFieldProps) {
  const t = useTexts()
  const language = useLanguage()
  const unit = unitSignOf(item)
  const hint = item === 'cpu_percent' && t('plans.cpuHint', { full: formatValue(100, 'percent', language) })
  return (
    <TextInput
      label={t(`plans.items.${item}`)}
      placeholder={t('plans.noLimit')}
      inputMode={unit === 'GiB' ? 'decimal' : 'numeric'}
      maxLength={11}
      classNames={{ input: 'numbers' }}
      {...(unit && unitInField(unit))}
      description={excess === null ? hint : t('plans.inUse', { amount: amountText(item, excess, language) })}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      {...(excess !== null && { styles: { description: { color: 'var(--state-warning)' } } })}
      value={value.replace('.', decimalSign(language))}
      onChange={event => onChange(figureOf(item, event.currentTarget.value))}
      error={fault}
    />
  )
}

interface IdsFieldProps {
  legend: string
  every: string
  chosen: ChosenIds
  offered: readonly Named[]
  fault: string | undefined
  onChange: (chosen: ChosenIds) => void
}

function IdsField({ legend, every, chosen, offered, fault, onChange }: IdsFieldProps) {
  const t = useTexts()
  const gone = chosen.ids.filter(id => !offered.some(each => String(each.id) === id))
  return (
    <Stack gap={10}>
      <Select
        label={legend}
        allowDeselect={false}
        data={[
          { value: 'every', label: every },
          { value: 'some', label: t('plans.onlySome') },
        ]}
        value={chosen.isEvery ? 'every' : 'some'}
        onChange={value => onChange({ ...chosen, isEvery: value === 'every' })}
      />
      {!chosen.isEvery && (
        <MultiChoice
          aria-label={t('plans.chosen', { what: legend })}
          data={[
            ...offered.map(({ id, name }) => ({ value: String(id), label: name })),
            ...gone.map(id => ({ value: id, label: t('plans.goneId', { id }) })),
          ]}
          value={chosen.ids}
          onChange={ids => onChange({ ...chosen, ids })}
          error={fault}
        />
      )}
    </Stack>
  )
}
