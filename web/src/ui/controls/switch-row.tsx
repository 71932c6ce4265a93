// One row of a long form with a switch in it.

import { useId } from 'react'
import { FieldRow } from './field-row.tsx'
import { OnOffSwitch } from './on-off-switch.tsx'

interface SwitchRowProps {
  label: string
  text: string
  isOn: boolean
  isDisabled?: boolean
  onSwitch: (isOn: boolean) => void
}

export function SwitchRow({ label, text, isOn, isDisabled, onSwitch }: SwitchRowProps) {
  const id = useId()
  return (
    <FieldRow id={id} label={label} text={text}>
      <OnOffSwitch
        id={id}
        aria-describedby={`${id}-text`}
        checked={isOn}
        disabled={isDisabled}
        onChange={event => onSwitch(event.currentTarget.checked)}
      />
    </FieldRow>
  )
}
