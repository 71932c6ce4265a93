// One section of a settings page: what it is about at the left, its panel at the right.

import { Box, Flex, Group } from '@mantine/core'
import type { ReactNode } from 'react'
import styles from './section.module.css'

interface SectionProps {
  title: string
  text: string
  children: ReactNode
}

export function Section({ title, text, children }: SectionProps) {
  return (
    <section className={styles.section}>
      <div className={styles.about}>
        <h2>{title}</h2>
        <Box component="p" className="text-secondary" mt={4}>
          {text}
        </Box>
      </div>
      <div className="panel">{children}</div>
    </section>
  )
}

interface SettingRowProps {
  title: ReactNode
  text: ReactNode
  action?: ReactNode
  /** In a narrow column: the button below the words. */
  isStacked?: boolean
}

/** One thing of a section with its button. */
export function SettingRow({ title, text, action, isStacked }: SettingRowProps) {
  return (
    <Flex
      className={styles.row}
      gap="12px 24px"
      justify="space-between"
      direction={isStacked ? 'column' : { base: 'column', xs: 'row' }}
      align={isStacked ? 'flex-start' : { base: 'flex-start', xs: 'center' }}
    >
      <Box miw={0}>
        <Group component="h3" gap={10} wrap="nowrap">
          {title}
        </Group>
        <Box component="p" className="text-secondary" mt={2}>
          {text}
        </Box>
      </Box>
      {action && <Box flex="none">{action}</Box>}
    </Flex>
  )
}
