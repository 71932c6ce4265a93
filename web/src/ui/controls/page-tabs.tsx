// Tabs that are pages of their own. On a narrow screen they scroll, fade where they are cut, and the open one is never out of sight.

import { useLocation } from '@tanstack/react-router'
import { Children, type ReactNode, useLayoutEffect, useRef } from 'react'
import styles from './tabs.module.css'

interface PageTabsProps {
  label: string
  /** Directly below the heading of a page, which leaves its own room. */
  isBelowHeading?: boolean
  /** Which tabs there are is not known yet: their place is reserved, so that none moves once it can be pressed. */
  isLoading?: boolean
  children: ReactNode
}

/** A tab that is cut fades out: so it is seen that there are more. */
function markCuts(tabs: HTMLElement) {
  const hiddenAfterPx = tabs.scrollWidth - tabs.clientWidth - tabs.scrollLeft
  tabs.toggleAttribute('data-cut-start', tabs.scrollLeft > 1)
  tabs.toggleAttribute('data-cut-end', hiddenAfterPx > 1)
}

export function PageTabs({ label, isBelowHeading = false, isLoading = false, children }: PageTabsProps) {
  const row = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  const count = Children.toArray(children).length
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new page opens another tab, and tabs may come later than the page
  useLayoutEffect(() => {
    const tabs = row.current
    if (!tabs) return
    const showOpen = () => {
      const open = tabs.querySelector<HTMLElement>('[aria-current="page"]')
      // Not scrollIntoView, which would move the page up and down as well.
      if (open) tabs.scrollLeft = open.offsetLeft - (tabs.clientWidth - open.offsetWidth) / 2
      markCuts(tabs)
    }
    // A screen that is turned has another width; the first call comes by itself.
    const watch = new ResizeObserver(showOpen)
    watch.observe(tabs)
    return () => watch.disconnect()
  }, [pathname, count])
  return (
    <nav
      ref={row}
      className={isBelowHeading ? `${styles.tabs} ${styles.belowHeading}` : styles.tabs}
      style={isLoading ? { visibility: 'hidden' } : undefined}
      aria-label={label}
      onScroll={event => markCuts(event.currentTarget)}
    >
      {children}
    </nav>
  )
}
