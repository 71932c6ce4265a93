// The terminal itself: shows what the feed brings, and can be searched, cleared and read.

import { useMediaQuery } from '@mantine/hooks'
import type { Terminal } from '@xterm/xterm'
import '@xterm/xterm/css/xterm.css'
import { type Ref, useEffect, useImperativeHandle, useRef } from 'react'
import type { TimeCursor } from '../../parts/metrics/time-cursor.ts'
import styles from './console.module.css'
import type { ConsoleFeed } from './console-feed.ts'
import type { ConsoleChunk } from './logic/console-stream.ts'
import { timeOfRow } from './logic/line-times.ts'
import { type Column, wrapWords } from './logic/word-wrap.ts'
import { createOutputTerminal, textOf } from './output/output-terminal.ts'
import { createRowOverlay, type RowOverlay } from './output/row-overlay.ts'
import { keepTimeMarks, type TimeMarks } from './output/time-marks.ts'
import { searchColors, terminalTheme } from './terminal-theme.ts'

export interface TerminalControls {
  text: () => string
  clear: () => void
  toEnd: () => void
  search: (searchText: string, direction: 'next' | 'previous') => void
}

export interface ConsoleTerminalProps {
  feed: ConsoleFeed
  label: string
  gapText: string
  anewText: string
  /** Changes when the colors change. */
  colorScheme: string
  /** The moment that the page points at: its lines are marked, and pointing at a line moves it. */
  cursor?: TimeCursor
  /** Whether the time stands before each line, and in which words. */
  hasTimes?: boolean
  formatTime?: (atSeconds: number) => string
  controls: Ref<TerminalControls>
  onNewBelow: (isNewBelow: boolean) => void
  onMatches: (matches: { index: number; count: number } | null) => void
}

const dim = (text: string) => `\r\n\u001b[2;3m${text}\u001b[0m\r\n`

interface Mounted extends ReturnType<typeof createOutputTerminal> {
  marks: TimeMarks
  overlay: RowOverlay
}

const isAtEnd = ({ buffer: { active } }: Terminal) => active.viewportY >= active.baseY

/** Follows the page's cursor; when nobody points any more, the end comes back if that was in sight before. */
function followCursor({ terminal, overlay }: Mounted, cursor: TimeCursor): () => void {
  let wasAtEnd = false
  let isLed = false
  return cursor.subscribe(() => {
    const at = cursor.at()
    const second = at === null ? null : Math.floor(at)
    overlay.markSecond(second)
    if (second !== null && cursor.movedBy() === 'strip') {
      if (!isLed) wasAtEnd = isAtEnd(terminal)
      isLed = true
      overlay.scrollTo(second)
    } else if (second === null && isLed) {
      isLed = false
      if (wasAtEnd) terminal.scrollToBottom()
    }
  })
}

function reportPointing(room: HTMLElement, overlay: RowOverlay, cursor: TimeCursor): () => void {
  // What the strip holds fast is not moved by a pointer that passes over the lines.
  const isFree = () => cursor.at() === null || cursor.movedBy() === 'line'
  const point = (event: PointerEvent) => {
    if (isFree()) cursor.move(overlay.timeAtPlace(event.clientY), 'line')
  }
  const leave = () => {
    if (isFree()) cursor.move(null, 'line')
  }
  room.addEventListener('pointermove', point)
  room.addEventListener('pointerleave', leave)
  return () => {
    room.removeEventListener('pointermove', point)
    room.removeEventListener('pointerleave', leave)
  }
}

export function ConsoleTerminal(props: ConsoleTerminalProps) {
  const place = useRef<HTMLDivElement>(null)
  const mounted = useRef<Mounted | null>(null)
  const latest = useRef(props)
  latest.current = props
  const { feed, colorScheme, cursor, hasTimes = false } = props
  const isNarrow = useMediaQuery('(max-width: 720px)', undefined, { getInitialValueInEffect: false })

  // Where rows are broken between words another width breaks them elsewhere: the terminal is made anew.
  // biome-ignore lint/correctness/useExhaustiveDependencies: times take a part of the width
  useEffect(() => {
    const room = place.current
    if (!room) return
    const output = createOutputTerminal(isNarrow)
    const { terminal, fit, search } = output
    terminal.open(room)
    const marks = keepTimeMarks(terminal)
    const overlay = createRowOverlay({
      terminal,
      marks,
      room,
      formatTime: at => latest.current.formatTime?.(at) ?? '',
    })
    mounted.current = { ...output, marks, overlay }
    fit.fit()
    let column: Column = 0
    const wrapped = (text: string) => {
      if (!isNarrow) return text
      const lines = wrapWords(text, terminal.cols, column)
      column = lines.column
      return lines.text
    }
    const write = (parts: ConsoleChunk[]) => {
      for (const part of parts) {
        if (part.kind === 'text') {
          marks.before(part.at)
          terminal.write(wrapped(part.text))
        } else terminal.write(dim(part.kind === 'gap' ? latest.current.gapText : latest.current.anewText))
      }
    }
    const listeners = [
      terminal.onWriteParsed(() => {
        if (!isAtEnd(terminal)) latest.current.onNewBelow(true)
      }),
      terminal.onRender(() => {
        overlay.draw()
        if (isAtEnd(terminal)) latest.current.onNewBelow(false)
      }),
      search.onDidChangeResults(({ resultIndex, resultCount }) =>
        latest.current.onMatches({ index: resultIndex + 1, count: resultCount }),
      ),
    ]
    const stops = [
      feed.attach(write),
      ...(cursor ? [followCursor(mounted.current, cursor), reportPointing(room, overlay, cursor)] : []),
    ]
    const sizes = new ResizeObserver(() => fit.fit())
    sizes.observe(room)
    return () => {
      sizes.disconnect()
      for (const stop of stops) stop()
      for (const listener of listeners) listener.dispose()
      overlay.remove()
      terminal.dispose()
      mounted.current = null
    }
  }, [feed, cursor, isNarrow, isNarrow && hasTimes])

  // biome-ignore lint/correctness/useExhaustiveDependencies: another width makes the terminal anew
  useEffect(() => mounted.current?.overlay.showTimes(hasTimes), [hasTimes, isNarrow])

  useEffect(() => {
    // Read after the attribute of the page has changed.
    const frame = requestAnimationFrame(() => {
      if (mounted.current && colorScheme) mounted.current.terminal.options.theme = terminalTheme()
    })
    return () => cancelAnimationFrame(frame)
  }, [colorScheme])

  useImperativeHandle(props.controls, () => controlsOf(mounted, latest))

  return (
    <section
      ref={place}
      className={styles.terminal}
      data-times={hasTimes || undefined}
      aria-label={props.label}
    />
  )
}

function controlsOf(
  mounted: { readonly current: Mounted | null },
  latest: { readonly current: ConsoleTerminalProps },
): TerminalControls {
  return {
    text: () => {
      if (!mounted.current) return ''
      const { terminal, marks } = mounted.current
      if (terminal.hasSelection()) return terminal.getSelection()
      const { hasTimes, formatTime } = latest.current
      const list = marks.list()
      return textOf(terminal, row => {
        const at = hasTimes ? timeOfRow(list, row) : null
        return at === null || !formatTime ? '' : `${formatTime(at)} `
      })
    },
    clear: () => {
      mounted.current?.terminal.clear()
      mounted.current?.marks.afterClear()
    },
    toEnd: () => mounted.current?.terminal.scrollToBottom(),
    search: (searchText, direction) => {
      const search = mounted.current?.search
      if (!search) return
      if (!searchText) {
        search.clearDecorations()
        return latest.current.onMatches(null)
      }
      const options = { decorations: searchColors(), incremental: direction === 'next' }
      if (direction === 'next') search.findNext(searchText, options)
      else search.findPrevious(searchText, options)
    },
  }
}
