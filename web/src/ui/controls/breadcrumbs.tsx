// Where a page belongs, above its heading: the pages above it, each a link, and the page itself.

import { Group, type GroupProps } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import { Children, Fragment, type ReactNode } from 'react'
import { useTexts } from '../../texts/texts.ts'
import detail from './detail.module.css'

interface BreadcrumbsProps extends Pick<GroupProps, 'mb' | 'visibleFrom'> {
  here: ReactNode
  /** The links, the topmost first. */
  children: ReactNode
}

export function Breadcrumbs({ here, children, ...others }: BreadcrumbsProps) {
  const t = useTexts()
  return (
    <Group
      component="nav"
      className={`text-hint ${detail.path}`}
      gap={4}
      wrap="nowrap"
      aria-label={t('pages.path')}
      {...others}
    >
      {Children.toArray(children).map((link, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the links of a page keep their order
        <Fragment key={at}>
          {link}
          <IconChevronRight size={14} aria-hidden />
        </Fragment>
      ))}
      <span className="truncate">{here}</span>
    </Group>
  )
}
