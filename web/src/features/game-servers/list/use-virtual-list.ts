// Which rows of a long list are in sight, however the page is scrolled; tells so once scrolling has come to rest.

import {
  type RefObject,
  startTransition,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import {
  isSameStretch,
  type ListWindow,
  type Stretch,
  scrollToShow,
  stepTowards,
  stretchInSight,
} from './logic/list-window.ts'

interface VirtualListOptions {
  place: RefObject<HTMLElement | null>
  count: number
  rowHeight: number
  /** What covers rows at the edges of the window, in pixels. */
  coveredAbove: number
  coveredBelow: number
}

/** Where the list begins on the page; asked again whenever the page changes its height. */
function usePageTop(place: RefObject<HTMLElement | null>): number {
  const [top, setTop] = useState(0)
  useLayoutEffect(() => {
    const measure = () => {
      if (place.current) setTop(Math.round(place.current.getBoundingClientRect().top + window.scrollY))
    }
    measure()
    const sizes = new ResizeObserver(measure)
    sizes.observe(document.body)
    return () => sizes.disconnect()
  }, [place])
  return top
}

const viewNow = () => ({ scrollY: window.scrollY, height: window.innerHeight })

/**
 * Rows that scroll into sight are drawn a few in each frame, and these in pieces: however fast the page is scrolled, it
 * answers in between.
 */
function useStretch({ top, rowHeight, count }: ListWindow): Stretch {
  const [stretch, setStretch] = useState<Stretch>({ first: 0, end: 0 })
  const isStepping = useRef(false)
  const drawn = useRef(stretch)
  /** Asked when it changes only: asking in the middle of a frame makes the browser lay out the page at once. */
  const view = useRef({ scrollY: 0, height: 0 })

  const step = useCallback(() => {
    const wanted = stretchInSight({ top, rowHeight, count }, view.current)
    if (isStepping.current || isSameStretch(drawn.current, wanted)) return
    isStepping.current = true
    startTransition(() => setStretch(stepTowards(drawn.current, wanted)))
  }, [top, rowHeight, count])

  useLayoutEffect(() => {
    const onMove = () => {
      view.current = viewNow()
      step()
    }
    view.current = viewNow()
    setStretch(stretchInSight({ top, rowHeight, count }, view.current))
    window.addEventListener('scroll', onMove, { passive: true })
    window.addEventListener('resize', onMove)
    return () => {
      window.removeEventListener('scroll', onMove)
      window.removeEventListener('resize', onMove)
    }
  }, [top, rowHeight, count, step])

  useLayoutEffect(() => {
    drawn.current = stretch
    isStepping.current = false
    const frame = requestAnimationFrame(step)
    return () => cancelAnimationFrame(frame)
  }, [stretch, step])
  return stretch
}

export function useVirtualList(options: VirtualListOptions) {
  const { place, count, rowHeight, coveredAbove, coveredBelow } = options
  const list: ListWindow = { top: usePageTop(place), rowHeight, count }
  return {
    stretch: useStretch(list),
    height: count * rowHeight,
    bringIntoSight(index: number): void {
      const view = { scrollY: window.scrollY, height: window.innerHeight, coveredAbove, coveredBelow }
      const scrollY = scrollToShow(index, list, view)
      if (scrollY !== null) window.scrollTo({ top: scrollY })
    },
  }
}

const restMs = 200

/** Tells which rows are in sight when they have been so for a moment. */
export function useInSight(ids: readonly number[], notify: (ids: readonly number[]) => void): void {
  const latest = useRef({ ids, notify })
  latest.current = { ids, notify }
  const key = ids.join(' ')
  useEffect(() => {
    if (!key) return
    const timer = setTimeout(() => latest.current.notify(latest.current.ids), restMs)
    return () => clearTimeout(timer)
  }, [key])
}
