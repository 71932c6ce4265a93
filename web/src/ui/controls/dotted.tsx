// Short facts parted by dots. Each part is a box of its own with its dot before it, so that no line begins or ends with one.

import { Box, type BoxProps } from '@mantine/core'
import { Children, type ReactNode } from 'react'

interface DottedProps extends BoxProps {
  component?: 'p' | 'div' | 'span'
  /** Left out are those that are null, false or empty. */
  children: ReactNode
}

export function Dotted({ component = 'span', className, children, ...others }: DottedProps) {
  const parts = Children.map(children, part => {
    if (part === '') return null
    return typeof part === 'string' || typeof part === 'number' ? <span>{part}</span> : part
  })
  return (
    <Box component={component} className={className ? `${className} dotted` : 'dotted'} {...others}>
      {parts}
    </Box>
  )
}
