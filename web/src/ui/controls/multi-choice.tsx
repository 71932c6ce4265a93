// A field that takes several of the values that it offers.

import { MultiSelect, type MultiSelectProps } from '@mantine/core'
import './multi-choice.css'

export function MultiChoice(props: MultiSelectProps) {
  return <MultiSelect searchable {...props} />
}
