// Above a list: what it is for, and the button that adds to it; one under the other on a phone.

import { Box, Flex } from '@mantine/core'
import type { ReactNode } from 'react'

export function ListIntro({ text, action }: { text: ReactNode; action: ReactNode }) {
  return (
    <Flex
      gap="12px 32px"
      justify="space-between"
      direction={{ base: 'column', sm: 'row' }}
      align={{ base: 'flex-start', sm: 'center' }}
    >
      <Box component="p" className="text-quiet" maw={620}>
        {text}
      </Box>
      <Box flex="none">{action}</Box>
    </Flex>
  )
}
