// What happens after a crash, as one sentence with fields in it.

import { Box, Group, TextInput } from '@mantine/core'
import { useTexts } from '../../../texts/texts.ts'
import { SwitchRow } from '../../../ui/controls/switch-row.tsx'
import styles from '../game-server.module.css'
import type { CrashFault, CrashFields } from './logic/crash-fields.ts'
import { sentenceSegments } from './logic/sentence-segments.ts'

interface CrashPolicyViewProps {
  fields: CrashFields
  fault: CrashFault | null
  onChange: (fields: CrashFields) => void
}

const places = ['attempts', 'minutes', 'seconds'] as const

export function CrashPolicyView({ fields, fault, onChange }: CrashPolicyViewProps) {
  const t = useTexts()
  const parts = sentenceSegments(places, filled => t('settings.crashSentence', filled))
  return (
    <>
      <SwitchRow
        label={t('settings.restart')}
        text={t('settings.restartText')}
        isOn={fields.restart}
        onSwitch={isOn => onChange({ ...fields, restart: isOn })}
      />
      {fields.restart && (
        <Group className="line-above text-quiet" gap="6px 8px" pt={14} px={20} pb={16}>
          {parts.map(part =>
            part.kind === 'text' ? (
              <span key={part.text}>{part.text}</span>
            ) : (
              <TextInput
                key={part.place}
                w={62}
                classNames={{ input: `numbers ${styles.centered}` }}
                aria-label={t(`settings.${part.place}`)}
                inputMode="decimal"
                maxLength={7}
                value={fields[part.place]}
                error={fault === `${part.place}Wrong`}
                onChange={event => onChange({ ...fields, [part.place]: event.currentTarget.value })}
              />
            ),
          )}
          {fault && (
            <Box component="p" className="text-problem" flex="1 1 100%" role="alert">
              {t(`settings.${fault}`)}
            </Box>
          )}
        </Group>
      )}
    </>
  )
}
