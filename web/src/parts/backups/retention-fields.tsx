// How many backups a storage keeps, and what they may take: of a storage for all servers, or of one server.

import { Box, NumberInput, SimpleGrid, Stack } from '@mantine/core'
import type { BackupLimits, BackupRetention } from '@rookery/contracts/backups.ts'
import { useTexts } from '../../texts/texts.ts'
import { unitInField } from '../../ui/controls/unit-in-field.tsx'
import { fieldMessage } from '../problems/field-message.ts'

export interface StoragePolicy {
  retention: BackupRetention
  limits: BackupLimits
}

interface StoragePolicyFieldsProps {
  policy: StoragePolicy
  faults: Record<string, string[]>
  /** Before the names of fields in `faults`. */
  field?: string
  /** Those of one server, not of every server that uses the storage. */
  isOfServer?: boolean
  onChange: (policy: StoragePolicy) => void
}

const retentionNames = ['last', 'hourly', 'daily', 'weekly', 'monthly'] as const
const most = { last: 1_000, hourly: 1_000, daily: 1_000, weekly: 520, monthly: 120 }
const gibibyte = 1024 ** 3

export function StoragePolicyFields({
  policy,
  faults,
  field = '',
  isOfServer = false,
  onChange,
}: StoragePolicyFieldsProps) {
  const t = useTexts()
  const { retention, limits } = policy
  const limit = (change: Partial<BackupLimits>) => onChange({ retention, limits: { ...limits, ...change } })
  return (
    <Stack gap={14}>
      <RetentionFields
        retention={retention}
        faults={faults}
        field={field}
        onChange={changed => onChange({ limits, retention: changed })}
      />
      <fieldset>
        <legend>{isOfServer ? t('backups.ownLimits') : t('backups.limits')}</legend>
        <SimpleGrid cols={2} spacing={10} mt={6}>
          <NumberInput
            label={t('backups.limitCount')}
            placeholder={t('backups.noLimit')}
            min={1}
            max={10_000}
            hideControls
            allowDecimal={false}
            value={limits.count ?? ''}
            onChange={value => limit({ count: Number(value) || null })}
            error={fieldMessage(t, faults[`${field}limits.count`])}
          />
          <NumberInput
            label={t('backups.limitBytes')}
            placeholder={t('backups.noLimit')}
            min={0.1}
            decimalScale={1}
            hideControls
            {...unitInField('GiB')}
            value={limits.bytes === null ? '' : Math.round((limits.bytes / gibibyte) * 10) / 10}
            onChange={value => limit({ bytes: Math.round(Number(value) * gibibyte) || null })}
            error={fieldMessage(t, faults[`${field}limits.bytes`])}
          />
        </SimpleGrid>
        <Box component="p" className="text-note" mt={6}>
          {t('backups.limitsHint')}
        </Box>
      </fieldset>
    </Stack>
  )
}

interface RetentionFieldsProps extends Pick<StoragePolicyFieldsProps, 'faults' | 'field'> {
  retention: BackupRetention
  onChange: (retention: BackupRetention) => void
}

export function RetentionFields({ retention, faults, field = '', onChange }: RetentionFieldsProps) {
  const t = useTexts()
  return (
    <fieldset>
      <legend>{t('backups.keep')}</legend>
      <SimpleGrid cols={{ base: 3, xs: 5 }} spacing={10} mt={6}>
        {retentionNames.map(name => (
          <NumberInput
            key={name}
            label={t(`backups.keepEach.${name}`)}
            min={0}
            max={most[name]}
            clampBehavior="strict"
            hideControls
            allowDecimal={false}
            value={retention[name]}
            onChange={value => onChange({ ...retention, [name]: Number(value) || 0 })}
            error={fieldMessage(t, faults[`${field}retention.${name}`])}
          />
        ))}
      </SimpleGrid>
      <Box component="p" className="text-note" mt={6}>
        {t('backups.keepHint')}
      </Box>
    </fieldset>
  )
}
