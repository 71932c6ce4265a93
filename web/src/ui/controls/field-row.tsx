// One row of a long form: what it is at the left, its field at the right, one under the other on a phone.

import { Box, Group, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import styles from './field-row.module.css'

interface FieldRowProps {
  /** Of the field that the label belongs to; the words below the label get the same with `-text`. */
  id: string
  label: string
  text?: ReactNode
  /** Quiet words under the field, and what can be done there. */
  note?: ReactNode
  children: ReactNode
}

export function FieldRow({ id, label, text, note, children }: FieldRowProps) {
  return (
    <div className={styles.row}>
      <div className={styles.words}>
        <label htmlFor={id} className="text-name">
          {label}
        </label>
        {text && (
          <Box component="p" id={`${id}-text`} className="text-note" mt={2}>
            {text}
          </Box>
        )}
      </div>
      <Stack className={styles.field} gap={5} justify="center">
        {children}
        {note && (
          <Group className={`text-caption ${styles.note}`} gap="2px 10px" align="baseline">
            {note}
          </Group>
        )}
      </Stack>
    </div>
  )
}
