// The unit of a figure, inside its field at the end: the same for every input that takes a number.

import { Box } from '@mantine/core'

export const unitInField = (unit: string, id?: string) => ({
  rightSection: (
    <Box component="span" id={id} className="text-faint" ml="auto" pr={12}>
      {unit}
    </Box>
  ),
  rightSectionWidth: 52,
  rightSectionPointerEvents: 'none' as const,
})
