// One of a few ways, each a card with its words: a group of radio buttons that one can read.

import { Group, Stack } from '@mantine/core'
import { type ReactNode, useId } from 'react'
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
    <Stack component="fieldset" className={styles.options} gap={8}>
      <legend className="visually-hidden">{label}</legend>
      {options.map(option => (
        <Group
          component="label"
          key={option.value}
          className={styles.option}
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
          <span className={styles.words}>
            <span className={styles.title}>{option.title}</span>
            <span className="text-note">{option.text}</span>
          </span>
        </Group>
      ))}
      {fault && (
        <p className={styles.fault} role="alert">
          {fault}
        </p>
      )}
    </Stack>
  )
}
