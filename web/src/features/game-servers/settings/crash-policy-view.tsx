// What happens after a crash, as one sentence with fields in it.

import { Group, TextInput } from '@mantine/core'
import { useTexts } from '../../../texts/texts.ts'
import { SwitchRow } from '../../../ui/controls/switch-row.tsx'
import type { CrashFault, CrashFields } from './logic/crash-fields.ts'
import { sentenceSegments } from './logic/sentence-segments.ts'
import styles from './settings.module.css'

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
        <Group className={styles.sentence} gap="6px 8px">
          {parts.map(part =>
            part.kind === 'text' ? (
              <span key={part.text}>{part.text}</span>
            ) : (
              <TextInput
                key={part.place}
                className={styles.figure}
                classNames={{ input: styles.figureInput }}
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
            <p className={styles.sentenceFault} role="alert">
              {t(`settings.${fault}`)}
            </p>
          )}
        </Group>
      )}
    </>
  )
}
