// Keeps in the terminal's own buffer where each second of output begins, through scrolling, clearing and new widths.

import type { IMarker, Terminal } from '@xterm/xterm'
import type { TimeMark } from '../logic/line-times.ts'

/** Each mark costs a little with every line that leaves the buffer. */
const retainedMarks = 1500

export function keepTimeMarks(terminal: Terminal) {
  let marks: { marker: IMarker; at: number | null }[] = []
  /** Of the rows above the first mark: what has scrolled away said so. */
  let above: number | null = null
  let newest: number | null | undefined
  let asked: number | null | undefined

  function mark(at: number | null): void {
    newest = at
    // A line that has begun keeps the time of its beginning.
    const marker = terminal.registerMarker(terminal.buffer.active.cursorX > 0 ? 1 : 0)
    if (marker) marks.push({ marker, at })
    if (marks.length > retainedMarks)
      for (const { marker: old } of marks.slice(0, retainedMarks / 3)) old.dispose()
  }

  return {
    /** Before the text of that second is written. */
    before(at: number | null): void {
      if (at === asked) return
      asked = at
      terminal.write('', () => mark(at))
    },
    /** All marks are gone from the buffer; the line that is left is as old as the newest mark. */
    afterClear(): void {
      marks = []
      above = newest ?? null
    },
    list(): TimeMark[] {
      const gone = marks.findLast(({ marker }) => marker.isDisposed)
      if (gone) {
        above = gone.at
        marks = marks.filter(({ marker }) => !marker.isDisposed)
      }
      return [{ row: 0, at: above }, ...marks.map(({ marker, at }) => ({ row: marker.line, at }))]
    },
  }
}

export type TimeMarks = ReturnType<typeof keepTimeMarks>
