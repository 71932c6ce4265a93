// A short text of letters and figures with its copy button at the end of the line.

import { Box, Group } from '@mantine/core'
import { CopyButton } from './copy-button.tsx'

interface CopiedTextProps {
  text: string
  /** Of the button. */
  label: string
  href?: string
}

export function CopiedText({ text, label, href }: CopiedTextProps) {
  return (
    <Group component="span" gap={6} my={-4} mih={28} wrap="nowrap" align="flex-start" justify="space-between">
      {href ? (
        <Box component="a" href={href} className="mono breakable" pt={4}>
          {text}
        </Box>
      ) : (
        <Box component="span" className="mono breakable" pt={4}>
          {text}
        </Box>
      )}
      <CopyButton text={text} label={label} />
    </Group>
  )
}
