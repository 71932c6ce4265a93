// The one virtual list: draws only the rows of a long list that are in sight, whether the page scrolls or a frame in it.

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
  type Sight,
  type Stretch,
  scrollToShow,
  stepTowards,
  stretchInSight,
} from './row-window-rules.ts'

interface VirtualListOptions {
  /** Holds the rows, and is as high as all of them. */
  body: RefObject<HTMLElement | null>
  /** What scrolls the rows; the page when there is none. */
  frame?: RefObject<HTMLElement | null>
  count: number
  rowHeight: number
  spareRows?: number
  /** For rows that take long to draw: so many new ones in each frame, so that the page answers in between. */
  rowsPerFrame?: number
  /** What covers rows at the edges of the window, in pixels; in a frame that is what stands above the body. */
  coveredAbove?: number
  coveredBelow?: number
}

/** Where the list begins on the page; asked again whenever the page changes its height. */
function usePageTop(body: RefObject<HTMLElement | null>): number {
  const [top, setTop] = useState(0)
  useLayoutEffect(() => {
    const measure = () => {
      if (body.current) setTop(Math.round(body.current.getBoundingClientRect().top + window.scrollY))
    }
    measure()
    const sizes = new ResizeObserver(measure)
    sizes.observe(document.body)
    return () => sizes.disconnect()
  }, [body])
  return top
}

/** A frame that is higher than the window is seen only where the window is. */
function sightInFrame(frame: HTMLElement | null, body: HTMLElement | null): Sight {
  if (!frame || !body) return { top: 0, height: 0 }
  const outer = frame.getBoundingClientRect()
  const edge = Math.max(0, outer.top)
  return {
    top: body.getBoundingClientRect().top - edge,
    height: Math.min(window.innerHeight, outer.bottom) - edge,
  }
}

export function useVirtualList(options: VirtualListOptions) {
  const { body, frame, count, rowHeight, coveredAbove = 0, coveredBelow = 0 } = options
  const { spareRows = 8, rowsPerFrame = Number.POSITIVE_INFINITY } = options
  const pageTop = usePageTop(body)
  const sightNow = useCallback(
    (): Sight =>
      frame
        ? sightInFrame(frame.current, body.current)
        : { top: pageTop - window.scrollY, height: window.innerHeight },
    [frame, body, pageTop],
  )
  const stretch = useStretch({ sightNow, count, rowHeight, spareRows, rowsPerFrame })
  return {
    stretch,
    height: count * rowHeight,
    bringIntoSight(index: number): void {
      if (frame) {
        bringIntoFrame(frame.current, body.current, index, rowHeight)
        return
      }
      const view = { scrolled: window.scrollY, height: window.innerHeight, coveredAbove, coveredBelow }
      const top = scrollToShow(index, rowHeight, { listTop: pageTop, ...view })
      if (top !== null) window.scrollTo({ top })
    },
  }
}

interface StretchOptions
  extends Required<Pick<VirtualListOptions, 'count' | 'rowHeight' | 'spareRows' | 'rowsPerFrame'>> {
  sightNow: () => Sight
}

/** However fast it is scrolled, the page answers between the steps. */
function useStretch({ sightNow, rowHeight, count, spareRows, rowsPerFrame }: StretchOptions): Stretch {
  const [stretch, setStretch] = useState<Stretch>({ first: 0, end: 0 })
  const isStepping = useRef(false)
  const drawn = useRef(stretch)
  /** Asked when it changes only: asking in the middle of a frame makes the browser lay out the page at once. */
  const sight = useRef<Sight>({ top: 0, height: 0 })

  const step = useCallback(() => {
    const wanted = stretchInSight({ rowHeight, count }, sight.current, spareRows)
    if (isStepping.current || isSameStretch(drawn.current, wanted)) return
    isStepping.current = true
    startTransition(() => setStretch(stepTowards(drawn.current, wanted, { spareRows, rowsPerFrame })))
  }, [rowHeight, count, spareRows, rowsPerFrame])

  useLayoutEffect(() => {
    const onMove = () => {
      sight.current = sightNow()
      step()
    }
    sight.current = sightNow()
    setStretch(stretchInSight({ rowHeight, count }, sight.current, spareRows))
    // Captured: the scrolling of a frame does not reach the window.
    const listening = { passive: true, capture: true }
    window.addEventListener('scroll', onMove, listening)
    window.addEventListener('resize', onMove)
    return () => {
      window.removeEventListener('scroll', onMove, listening)
      window.removeEventListener('resize', onMove)
    }
  }, [sightNow, rowHeight, count, spareRows, step])

  useLayoutEffect(() => {
    drawn.current = stretch
    isStepping.current = false
    const frame = requestAnimationFrame(step)
    return () => cancelAnimationFrame(frame)
  }, [stretch, step])
  return stretch
}

function bringIntoFrame(
  frame: HTMLElement | null,
  body: HTMLElement | null,
  index: number,
  rowHeight: number,
): void {
  if (!frame || !body || frame.scrollHeight <= frame.clientHeight + 1) return
  const top = scrollToShow(index, rowHeight, {
    listTop: body.offsetTop,
    scrolled: frame.scrollTop,
    height: frame.clientHeight,
    coveredAbove: body.offsetTop,
    coveredBelow: 0,
  })
  if (top !== null) frame.scrollTop = top
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
