// Tells which rows of a long list are in sight, however the page or the list is scrolled.

import { type RefObject, useEffect, useState } from 'react'
import { type RowWindow, rowsInSight } from './logic/row-window.ts'

const atFirst: RowWindow = { first: 0, end: 40 }

/** `body` holds the rows, `frame` may scroll them. */
export function useRowsInSight(
  frame: RefObject<HTMLElement | null>,
  body: RefObject<HTMLElement | null>,
  rowPx: number,
  count: number,
): RowWindow {
  const [visible, setVisible] = useState(atFirst)
  useEffect(() => {
    let planned = 0
    function measure() {
      planned = 0
      if (!frame.current || !body.current) return
      const outer = frame.current.getBoundingClientRect()
      const top = Math.max(0, outer.top)
      const height = Math.min(window.innerHeight, outer.bottom) - top
      const next = rowsInSight(body.current.getBoundingClientRect().top - top, height, rowPx, count)
      setVisible(before => (before.first === next.first && before.end === next.end ? before : next))
    }
    const plan = () => {
      planned ||= requestAnimationFrame(measure)
    }
    measure()
    window.addEventListener('scroll', plan, true)
    window.addEventListener('resize', plan)
    return () => {
      cancelAnimationFrame(planned)
      window.removeEventListener('scroll', plan, true)
      window.removeEventListener('resize', plan)
    }
  }, [frame, body, rowPx, count])
  return visible
}
