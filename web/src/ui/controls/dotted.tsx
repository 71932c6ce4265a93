// Short facts parted by dots. Each part is a box of its own with its dot before it, so that no line begins or ends with one.

import { Box, type BoxProps } from '@mantine/core'
import { Children, type ReactNode } from 'react'

interface DottedProps extends BoxProps {
  component?: 'p' | 'div' | 'span'
  /** Left out are those that are null or false. */
  children: ReactNode
}

export function Dotted({ component = 'span', className, children, ...others }: DottedProps) {
  const parts = Children.toArray(children).map((part, at) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the facts of a thing keep their order
    typeof part === 'string' || typeof part === 'number' ? <span key={at}>{part}</span> : part,
  )
  return (
    <Box component={component} className={className ? `${className} dotted` : 'dotted'} {...others}>
      {parts}
    </Box>
  )
}
