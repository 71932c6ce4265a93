// Says of a service account that none of its keys is taken.

import { IconBan } from '@tabler/icons-react'
import { useTexts } from '../../../texts/texts.ts'
import { Pill } from '../../../ui/tone/pill.tsx'

export function DisabledBadge() {
  const t = useTexts()
  return <Pill status={{ tone: 'resting', Icon: IconBan }} label={t('serviceAccounts.disabled')} />
}
