// The field of one value: switch, choice, number, text or secret.

import { ActionIcon, Group, PasswordInput, Select, TextInput, Tooltip } from '@mantine/core'
import { choiceTitle } from '@rookery/contracts/template/choice-title.ts'
import { IconDice5 } from '@tabler/icons-react'
import { useTexts } from '../../texts/texts.ts'
import { OnOffSwitch } from '../../ui/controls/on-off-switch.tsx'
import { secretBytes, secretFrom } from './logic/new-secret.ts'
import { isRequired, shapeOf } from './logic/variable-shape.ts'
import type { VariableFieldProps } from './variable-field.tsx'

type ValueFieldProps = VariableFieldProps & { id: string; describedBy?: string }

export function ValueField(props: ValueFieldProps) {
  const { id, describedBy, variable, value, isEditable = true, fault, onChange } = props
  if (variable.secret) return <SecretField {...props} />
  const shape = shapeOf(variable)
  const common = { id, 'aria-describedby': describedBy, disabled: !isEditable, error: fault }
  if (shape.kind === 'switch') return <SwitchField {...props} on={shape.on} off={shape.off} />
  if (shape.kind === 'choice') {
    const choices = value && !shape.choices.includes(value) ? [...shape.choices, value] : shape.choices
    return (
      <Select
        {...common}
        data={[...new Set(choices)]
          .filter(choice => choice !== '')
          .map(choice => ({ value: choice, label: choiceTitle(variable, choice) }))}
        value={value}
        clearable={!isRequired(variable)}
        allowDeselect={false}
        searchable={choices.length > 8}
        onChange={next => onChange(next ?? '')}
      />
    )
  }
  return (
    <TextInput
      {...common}
      inputMode={shape.kind === 'number' ? 'decimal' : undefined}
      maw={shape.kind === 'number' ? 160 : undefined}
      maxLength={8192}
      spellCheck={false}
      autoComplete="off"
      placeholder={isEditable ? undefined : '–'}
      value={value ?? ''}
      onChange={event => onChange(event.currentTarget.value)}
    />
  )
}

function SwitchField(props: ValueFieldProps & { on: string; off: string }) {
  const { id, describedBy, value, isEditable = true, fault, on, off, onChange } = props
  const isOn = value?.toLowerCase() === on.toLowerCase()
  return (
    <OnOffSwitch
      id={id}
      aria-describedby={describedBy}
      disabled={!isEditable}
      error={fault}
      checked={isOn}
      onChange={event => onChange(event.currentTarget.checked ? on : off)}
    />
  )
}

function SecretField(props: ValueFieldProps) {
  const t = useTexts()
  const { id, describedBy, value, isEditable = true, isNew, isUnreadable, fault, onChange } = props
  const hidden = isEditable ? t('variables.hidden') : t('variables.hiddenReadOnly')
  const isLost = isUnreadable && !value
  return (
    <Group gap={8} align="stretch" wrap="nowrap">
      <PasswordInput
        id={id}
        aria-describedby={describedBy}
        flex={1}
        miw={0}
        classNames={{ innerInput: 'mono' }}
        disabled={!isEditable}
        error={isLost ? t('variables.unreadable') : fault}
        maxLength={8192}
        autoComplete="new-password"
        placeholder={value === null && !isNew && !isLost ? hidden : undefined}
        value={value ?? ''}
        onChange={event => onChange(event.currentTarget.value)}
      />
      {isEditable && (
        <Tooltip label={t('variables.makeNew')}>
          <ActionIcon
            size={36}
            variant="default"
            aria-label={t('variables.makeNew')}
            onClick={() => onChange(secretFrom(window.crypto.getRandomValues(new Uint8Array(secretBytes))))}
          >
            <IconDice5 size={17} />
          </ActionIcon>
        </Tooltip>
      )}
    </Group>
  )
}
