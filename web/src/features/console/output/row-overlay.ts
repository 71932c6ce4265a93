// Lies over the rows of the terminal: the time before each line, and a band behind the lines of one second.

import type { Terminal } from '@xterm/xterm'
import styles from '../console.module.css'
import { rowsOfSecond, timeOfRow } from '../logic/line-times.ts'
import type { TimeMarks } from './time-marks.ts'

interface RowOverlayDeps {
  terminal: Terminal
  marks: TimeMarks
  room: HTMLElement
  formatTime: (atSeconds: number) => string
}

export function createRowOverlay({ terminal, marks, room, formatTime }: RowOverlayDeps) {
  let second: number | null = null
  let hasTimes = false

  const screen = () => room.querySelector<HTMLElement>('.xterm-screen')
  /** The row after the last one in which something stands. */
  const endRow = () => {
    const { baseY, cursorY, cursorX } = terminal.buffer.active
    return baseY + cursorY + (cursorX > 0 ? 1 : 0)
  }

  function rowElement(index: number): HTMLElement {
    const known = overlay.children[index]
    if (known instanceof HTMLElement) return known
    const mounted = document.createElement('div')
    overlay.append(mounted)
    return mounted
  }

  function draw(): void {
    const { viewportY } = terminal.buffer.active
    const height = (screen()?.clientHeight ?? 0) / terminal.rows
    const list = marks.list()
    overlay.style.setProperty('--row', `${height}px`)
    for (let index = 0; index < terminal.rows; index++) {
      const row = viewportY + index
      const line = terminal.buffer.active.getLine(row)
      const isWritten = row < endRow()
      const at = isWritten ? timeOfRow(list, row) : null
      const element = rowElement(index)
      const text = hasTimes && at !== null && !line?.isWrapped ? formatTime(at) : ''
      if (element.textContent !== text) element.textContent = text
      element.toggleAttribute('data-marked', second !== null && at === second)
    }
    while (overlay.children.length > terminal.rows) overlay.lastChild?.remove()
  }

  const overlay = document.createElement('div')
  overlay.className = styles.rows ?? ''
  overlay.setAttribute('aria-hidden', 'true')
  room.append(overlay)

  return {
    draw,
    /** The second whose lines are marked. */
    markSecond(next: number | null): void {
      second = next
      draw()
    },
    showTimes(isVisible: boolean): void {
      hasTimes = isVisible
      draw()
    },
    /** Brings the lines of a second into sight, or the place where they would be; false when that is not known. */
    scrollTo(wanted: number): boolean {
      const rows = rowsOfSecond(marks.list(), wanted, endRow())
      if (!rows) return false
      terminal.scrollToLine(Math.max(0, rows.firstRow - Math.floor(terminal.rows / 3)))
      return true
    },
    /** The time of the line at a place on the screen. */
    timeAtPlace(clientY: number): number | null {
      const box = screen()?.getBoundingClientRect()
      if (!box || clientY < box.top || clientY >= box.bottom) return null
      const row =
        terminal.buffer.active.viewportY + Math.floor(((clientY - box.top) / box.height) * terminal.rows)
      return row < endRow() ? timeOfRow(marks.list(), row) : null
    },
    remove: () => overlay.remove(),
  }
}

export type RowOverlay = ReturnType<typeof createRowOverlay>
