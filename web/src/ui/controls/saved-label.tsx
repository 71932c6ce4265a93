// Says beside a form's button that it was saved.

import { Group } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'

export function SavedLabel({ children }: { children: string }) {
  return (
    <Group component="span" gap={6} wrap="nowrap" c="var(--state-running)" fz={13.5} role="status">
      <IconCheck size={16} aria-hidden />
      {children}
    </Group>
  )
}
