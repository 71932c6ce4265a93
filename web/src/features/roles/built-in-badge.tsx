// Marks a role that is always there.

import { IconPinFilled } from '@tabler/icons-react'
import { Pill } from '../../parts/run-state/state-pill.tsx'
import { useTexts } from '../../texts/texts.ts'

export function BuiltInSign() {
  const t = useTexts()
  return <Pill look={{ tone: 'resting', Icon: IconPinFilled }} word={t('roles.builtIn')} />
}
