// Says how far a new password is from the length that the panel asks for, while it is typed.

import { Group } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useTexts } from '../../texts/texts.ts'
import styles from './password.module.css'
import { passwordLength, passwordLimits } from './password-length-rules.ts'

const lengthTexts = {
  empty: 'fields.lengthEmpty',
  short: 'fields.lengthShort',
  fits: 'fields.lengthFits',
  long: 'fields.lengthLong',
} as const

export function LengthHint({ password }: { password: string }) {
  const t = useTexts()
  const { kind, bytes } = passwordLength(password)
  return (
    <Group
      component="p"
      className={`numbers text-caption ${styles.hint}`}
      mt={-8}
      gap={6}
      wrap="nowrap"
      data-length={kind}
      role="status"
    >
      {kind === 'fits' && <IconCheck size={14} aria-hidden />}
      {t(lengthTexts[kind], { bytes, min: passwordLimits.minBytes, max: passwordLimits.maxBytes })}
    </Group>
  )
}
