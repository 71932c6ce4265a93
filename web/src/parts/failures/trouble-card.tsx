// The red card of something that failed: what happened, its causes with their buttons, and room for more below.

import { Box, Group } from '@mantine/core'
import { IconAlertTriangleFilled } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import styles from './failures.module.css'

interface TroubleCardProps {
  title: string
  /** Null where the causes say it all. */
  lead: ReactNode | null
  children?: ReactNode
}

export function TroubleCard({ title, lead, children }: TroubleCardProps) {
  return (
    <section className={styles.trouble} aria-label={title}>
      <Group gap={14} align="flex-start" wrap="nowrap" pt={16} pr={20} pb={14} pl={20}>
        <IconAlertTriangleFilled
          size={20}
          color="var(--state-trouble)"
          style={{ flex: 'none' }}
          aria-hidden
        />
        <Box miw={0}>
          <h2>{title}</h2>
          {lead !== null && (
            <Box component="p" className="text-quiet breakable" mt={2}>
              {lead}
            </Box>
          )}
        </Box>
      </Group>
      {children}
    </section>
  )
}

interface TroubleCauseProps {
  /** How sure it is, among several. */
  label?: string
  title: string
  text: string
  /** The line that tells it, or a code. */
  line: string | null
  lineLabel: string
  children?: ReactNode
}

export function TroubleCause({ label, title, text, line, lineLabel, children }: TroubleCauseProps) {
  return (
    <Group
      component="li"
      className="well"
      gap="12px 24px"
      mx={{ base: 12, sm: 20 }}
      mb={10}
      py={14}
      pl={18}
      pr={14}
      bg="var(--surface-panel)"
    >
      <Box flex="1 1 300px" miw={0}>
        {label && <p className="text-caption">{label}</p>}
        <h3>{title}</h3>
        <Box component="p" className="text-secondary" mt={2}>
          {text}
        </Box>
        {line && (
          <Box
            component="code"
            className="text-faint breakable"
            display="block"
            mt={8}
            fz={12}
            title={lineLabel}
          >
            {line}
          </Box>
        )}
      </Box>
      {children}
    </Group>
  )
}
