// The terminal itself: shows what the feed brings, and can be searched, cleared and read.

import { FitAddon } from '@xterm/addon-fit'
import { SearchAddon } from '@xterm/addon-search'
import { WebLinksAddon } from '@xterm/addon-web-links'
import { Terminal } from '@xterm/xterm'
import '@xterm/xterm/css/xterm.css'
import { type Ref, useEffect, useImperativeHandle, useRef } from 'react'
import styles from './console.module.css'
import type { ConsoleFeed } from './console-feed.ts'
import type { ConsolePart } from './logic/console-stream.ts'
import { searchColours, terminalTheme } from './terminal-theme.ts'

export interface TerminalControls {
  text: () => string
  clear: () => void
  toEnd: () => void
  search: (words: string, direction: 'next' | 'previous') => void
}

export interface ConsoleTerminalProps {
  feed: ConsoleFeed
  label: string
  gapText: string
  anewText: string
  /** Changes when the colours change. */
  colourScheme: string
  controls: Ref<TerminalControls>
  onNewBelow: (isNewBelow: boolean) => void
  onMatches: (matches: { index: number; count: number } | null) => void
}

const dim = (text: string) => `\r\n\u001b[2;3m${text}\u001b[0m\r\n`

function textOf(terminal: Terminal): string {
  const lines: string[] = []
  const { active } = terminal.buffer
  for (let row = 0; row < active.length; row++) {
    const line = active.getLine(row)
    if (!line) continue
    const text = line.translateToString(true)
    if (line.isWrapped && lines.length > 0) lines[lines.length - 1] += text
    else lines.push(text)
  }
  return `${lines.join('\n').trimEnd()}\n`
}

function createTerminal() {
  const terminal = new Terminal({
    allowProposedApi: true,
    convertEol: true,
    disableStdin: true,
    cursorBlink: false,
    cursorInactiveStyle: 'none',
    fontFamily: getComputedStyle(document.documentElement).getPropertyValue('--font-mono'),
    fontSize: 13,
    lineHeight: 1.35,
    scrollback: 20_000,
    theme: terminalTheme(),
  })
  const fit = new FitAddon()
  const search = new SearchAddon()
  terminal.loadAddon(fit)
  terminal.loadAddon(search)
  terminal.loadAddon(new WebLinksAddon())
  return { terminal, fit, search }
}

export function ConsoleTerminal(props: ConsoleTerminalProps) {
  const place = useRef<HTMLDivElement>(null)
  const made = useRef<ReturnType<typeof createTerminal> | null>(null)
  const latest = useRef(props)
  latest.current = props
  const { feed, colourScheme } = props

  useEffect(() => {
    if (!place.current) return
    const { terminal, fit, search } = createTerminal()
    made.current = { terminal, fit, search }
    terminal.open(place.current)
    fit.fit()
    const isAtEnd = () => terminal.buffer.active.viewportY >= terminal.buffer.active.baseY
    const write = (parts: ConsolePart[]) => {
      for (const part of parts) {
        if (part.kind === 'text') terminal.write(part.text)
        else terminal.write(dim(part.kind === 'gap' ? latest.current.gapText : latest.current.anewText))
      }
    }
    const parsed = terminal.onWriteParsed(() => {
      if (!isAtEnd()) latest.current.onNewBelow(true)
    })
    const drawn = terminal.onRender(() => {
      if (isAtEnd()) latest.current.onNewBelow(false)
    })
    const found = search.onDidChangeResults(({ resultIndex, resultCount }) =>
      latest.current.onMatches({ index: resultIndex + 1, count: resultCount }),
    )
    const detach = feed.attach(write)
    const sizes = new ResizeObserver(() => fit.fit())
    sizes.observe(place.current)
    return () => {
      sizes.disconnect()
      detach()
      for (const listener of [parsed, drawn, found]) listener.dispose()
      terminal.dispose()
      made.current = null
    }
  }, [feed])

  useEffect(() => {
    // Read after the attribute of the page has changed.
    const frame = requestAnimationFrame(() => {
      if (made.current && colourScheme) made.current.terminal.options.theme = terminalTheme()
    })
    return () => cancelAnimationFrame(frame)
  }, [colourScheme])

  useImperativeHandle(props.controls, () => ({
    text: () => {
      const terminal = made.current?.terminal
      if (!terminal) return ''
      return terminal.hasSelection() ? terminal.getSelection() : textOf(terminal)
    },
    clear: () => made.current?.terminal.clear(),
    toEnd: () => made.current?.terminal.scrollToBottom(),
    search: (words, direction) => {
      const search = made.current?.search
      if (!search) return
      if (!words) {
        search.clearDecorations()
        return latest.current.onMatches(null)
      }
      const options = { decorations: searchColours(), incremental: direction === 'next' }
      if (direction === 'next') search.findNext(words, options)
      else search.findPrevious(words, options)
    },
  }))

  return <section ref={place} className={styles.terminal} aria-label={props.label} />
}
