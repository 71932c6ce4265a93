// One of a few ways, each a card with its words: a group of radio buttons that one can read.

import { Group, Stack } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import choice from './choice.module.css'
import styles from './option-cards.module.css'

export interface Option<Value extends string> {
  value: Value
  title: ReactNode
  text: ReactNode
  isDisabled?: boolean
}

interface OptionCardsProps<Value extends string> {
  label: string
  value: Value | null
  options: readonly Option<Value>[]
  fault?: string
  onChange: (value: Value) => void
}

export function OptionCards<Value extends string>(props: OptionCardsProps<Value>) {
  const { label, value, options, fault, onChange } = props
  const name = useId()
  return (
    <Stack component="fieldset" gap={8}>
      <legend className="visually-hidden">{label}</legend>
      {options.map(option => (
        <Group
          component="label"
          key={option.value}
          className={`${choice.choice} ${choice.card} ${styles.option}`}
          gap={12}
          align="stretch"
          wrap="nowrap"
          data-disabled={option.isDisabled || undefined}
        >
          <input
            type="radio"
            name={name}
            checked={value === option.value}
            disabled={option.isDisabled}
            onChange={() => onChange(option.value)}
          />
          <span className={styles.mark} aria-hidden />
          <Stack component="span" gap={0} miw={0} flex={1}>
            <span className={`text-name ${styles.title}`}>{option.title}</span>
            <span className="text-note">{option.text}</span>
          </Stack>
        </Group>
      ))}
      {fault && (
        <p className="text-problem" role="alert">
          {fault}
        </p>
      )}
    </Stack>
  )
}
