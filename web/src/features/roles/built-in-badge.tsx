// Marks a role that is always there.

import { IconPinFilled } from '@tabler/icons-react'
import { useTexts } from '../../texts/texts.ts'
import { Pill } from '../../ui/tone/pill.tsx'

export function BuiltInBadge() {
  const t = useTexts()
  return <Pill status={{ tone: 'resting', Icon: IconPinFilled }} label={t('roles.builtIn')} />
}
