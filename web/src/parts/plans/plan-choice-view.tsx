// Which plan a user or a role is given, chosen among those that there are.

import { Button, Group, Select } from '@mantine/core'
import type { Plan } from '@rookery/contracts/http/plans.ts'
import { Link } from '@tanstack/react-router'
import { type FormEvent, type ReactNode, useState } from 'react'
import { useLanguage, useTexts } from '../../texts/texts.ts'
import form from '../../ui/controls/form.module.css'
import { SavedLabel } from '../../ui/controls/saved-label.tsx'
import { FormProblem } from '../../ui/feedback/form-message.tsx'
import { planLimitTexts } from './plan-limit-text.ts'

export interface PlanChoiceViewProps {
  given: { id: number; name: string } | null
  plans: readonly Pick<Plan, 'id' | 'name' | 'limits'>[]
  isBusy: boolean
  isSaved: boolean
  problem: string | null
  onSave: (planId: number | null) => void
  /** What is used of it. */
  children?: ReactNode
}

export function PlanChoiceView({
  given,
  plans,
  isBusy,
  isSaved,
  problem,
  onSave,
  children,
}: PlanChoiceViewProps) {
  const t = useTexts()
  const language = useLanguage()
  const [chosenId, setChosenId] = useState(given?.id ?? null)
  const isChanged = chosenId !== (given?.id ?? null)
  const chosen = plans.find(({ id }) => id === chosenId)
  const limits = chosen && planLimitTexts(t, chosen.limits, language)

  function submit(event: FormEvent) {
    event.preventDefault()
    if (isChanged) onSave(chosenId)
  }

  if (plans.length === 0) {
    return (
      <div className={form.padded}>
        <p className="text-quiet">
          {t('plans.noneToGive')}{' '}
          <Link to="/people/plans" className="link">
            {t('plans.create')}
          </Link>
        </p>
      </div>
    )
  }
  return (
    <form className={`${form.form} ${form.padded}`} onSubmit={submit}>
      {problem && <FormProblem>{problem}</FormProblem>}
      <Select
        label={t('plans.plan')}
        placeholder={t('plans.none')}
        searchable
        clearable
        data={plans.map(({ id, name }) => ({ value: String(id), label: name }))}
        value={chosenId === null ? null : String(chosenId)}
        onChange={value => setChosenId(value === null ? null : Number(value))}
        description={limits && (limits.length === 0 ? t('plans.noLimits') : limits.join(' · '))}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
      />
      {children}
      <Group className={form.foot} gap={12} justify="flex-end">
        {isSaved && !isChanged && <SavedLabel>{t('plans.saved')}</SavedLabel>}
        <Button type="submit" loading={isBusy} disabled={!isChanged}>
          {t('actions.save')}
        </Button>
      </Group>
    </form>
  )
}
