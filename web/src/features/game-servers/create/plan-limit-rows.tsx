// The limits that a server within a plan must have, each beside what is left of it.

import { TextInput } from '@mantine/core'
import { useId } from 'react'
import { amountText, unitSignOf } from '../../../parts/plans/plan-amount-rules.ts'
import { fieldMessage } from '../../../parts/problems/field-message.ts'
import { useLanguage, useTexts } from '../../../texts/texts.ts'
import { FieldRow } from '../../../ui/controls/field-row.tsx'
import { unitInField } from '../../../ui/controls/unit-in-field.tsx'
import { decimalSign, formatValue } from '../../../ui/format/unit-rules.ts'
import { figureTyped, placeFaults } from '../place/place-field-rules.ts'
import { type PlanUsage, planFault, type RequiredLimit, requiredLimits } from './logic/plan-limits.ts'
import type { DraftProps } from './variable-rows.tsx'

export function PlanLimitRows({ plan, ...props }: DraftProps & { plan: PlanUsage }) {
  return requiredLimits(plan).map(required => <LimitRow key={required.item} required={required} {...props} />)
}

function LimitRow({ required, draft, isTried, faults, onDraft }: DraftProps & { required: RequiredLimit }) {
  const t = useTexts()
  const language = useLanguage()
  const id = useId()
  const { item, name, field, limit, left } = required
  const text = (amount: number) => amountText(item, amount, language)
  const wrong = placeFaults(draft.place)[name]
  const fault = planFault(required, draft.place)
  const message = () => {
    if (wrong) return t(`newServer.${wrong}`)
    if (fault === 'nothingLeft') return t('plans.nothingLeft')
    if (fault === 'tooMuch') return t('plans.onlyLeft', { left: text(left) })
    return isTried && fault === 'missing' ? t('plans.needLimit') : fieldMessage(t, faults[field])
  }
  return (
    <FieldRow
      id={id}
      label={t(`plans.items.${item}`)}
      text={item === 'cpu_percent' && t('plans.cpuHint', { full: formatValue(100, 'percent', language) })}
      note={
        (fault === null || fault === 'missing') && (
          <span id={`${id}-left`}>{t('plans.leftOf', { left: text(left), limit: text(limit) })}</span>
        )
      }
    >
      <TextInput
        id={id}
        aria-describedby={`${id}-left`}
        inputMode={item === 'cpu_percent' ? 'numeric' : 'decimal'}
        {...unitInField(unitSignOf(item) ?? '')}
        maxLength={10}
        classNames={{ input: 'numbers' }}
        value={draft.place[name].replace('.', decimalSign(language))}
        onChange={event => {
          const typed = figureTyped(name, event.currentTarget.value.replace(',', '.'))
          onDraft({ ...draft, isMemoryChosen: true, place: { ...draft.place, [name]: typed } })
        }}
        error={message()}
      />
    </FieldRow>
  )
}
