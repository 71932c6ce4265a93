// A key is replaced: how long the old one goes on.

import { Button, Group, Select, Stack } from '@mantine/core'
import { rotationOverlap } from '@rookery/contracts/http/service-accounts.ts'
import { useState } from 'react'
import { useTexts } from '../../../texts/texts.ts'
import { FormProblem } from '../../../ui/feedback/form-message.tsx'

interface RotateKeyViewProps {
  isBusy: boolean
  problem: string | null
  onRotate: (overlapSeconds: number) => void
  onClose: () => void
}

const hour = 3_600
const overlaps = [0, hour, 24 * hour, 7 * 24 * hour, 30 * 24 * hour]

export function RotateKeyView({ isBusy, problem, onRotate, onClose }: RotateKeyViewProps) {
  const t = useTexts()
  const [overlap, setOverlap] = useState<number>(rotationOverlap.usualSeconds)
  const labelOf = (seconds: number) => {
    if (seconds === 0) return t('serviceAccounts.noOverlap')
    if (seconds === hour) return t('serviceAccounts.oneHour')
    return t('expiry.days', { count: seconds / hour / 24 })
  }
  return (
    <Stack gap={16}>
      {problem && <FormProblem>{problem}</FormProblem>}
      <p className="text-quiet">{t('serviceAccounts.rotateText')}</p>
      <Select
        label={t('serviceAccounts.overlap')}
        data={overlaps.map(seconds => ({ value: String(seconds), label: labelOf(seconds) }))}
        allowDeselect={false}
        value={String(overlap)}
        onChange={seconds => setOverlap(Number(seconds))}
      />
      <Group gap={8} align="stretch" wrap="nowrap" justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {t('actions.cancel')}
        </Button>
        <Button loading={isBusy} onClick={() => onRotate(overlap)}>
          {t('serviceAccounts.rotate')}
        </Button>
      </Group>
    </Stack>
  )
}
