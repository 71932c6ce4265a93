// How long something that is created shall work: for ever, or for one of a few spans.

import { Select } from '@mantine/core'
import { useTexts } from '../../texts/texts.ts'

/** In days; `never` is what nothing else says. */
export const expiries = ['never', '7', '30', '90', '365'] as const
export type Expiry = (typeof expiries)[number]

const dayMs = 24 * 60 * 60 * 1000

/** As the panel takes it; null: it does not end by itself. */
export function expiryTime(expiry: Expiry, nowMs: number): string | null {
  return expiry === 'never' ? null : new Date(nowMs + Number(expiry) * dayMs).toISOString()
}

interface ExpiryChoiceProps {
  value: Expiry
  onChoose: (expiry: Expiry) => void
  error?: string | undefined
}

export function ExpiryChoice({ value, onChoose, error }: ExpiryChoiceProps) {
  const t = useTexts()
  const data = expiries.map(expiry => ({
    value: expiry,
    label: expiry === 'never' ? t('expiry.never') : t('expiry.days', { count: Number(expiry) }),
  }))
  return (
    <Select
      label={t('expiry.label')}
      data={data}
      allowDeselect={false}
      value={value}
      onChange={chosen => onChoose(expiries.find(each => each === chosen) ?? 'never')}
      error={error}
    />
  )
}
