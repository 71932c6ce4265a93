// A real terminal: shows the bytes of the game as they are and sends every key.

import { FitAddon } from '@xterm/addon-fit'
import { WebLinksAddon } from '@xterm/addon-web-links'
import { Terminal } from '@xterm/xterm'
import '@xterm/xterm/css/xterm.css'
import { useEffect, useRef } from 'react'
import styles from '../console.module.css'
import type { ConsoleFeed } from '../console-feed.ts'
import type { AttachChunk } from '../logic/attach-stream.ts'
import { terminalTheme } from '../terminal-theme.ts'

export interface AttachTerminalProps {
  feed: ConsoleFeed<AttachChunk>
  label: string
  gapText: string
  anewText: string
  /** Changes when the colors change. */
  colorScheme: string
  isEnabled: boolean
  onType: (text: string, isBinary: boolean) => void
  onSize: (size: { cols: number; rows: number }) => void
}

const dim = (text: string) => `\r\n\u001b[2;3m${text}\u001b[0m\r\n`
/** The console hides its cursor; here one types. */
const theme = () => {
  const colors = terminalTheme()
  return { ...colors, cursor: colors.yellow, cursorAccent: colors.background }
}

function createTerminal() {
  const terminal = new Terminal({
    cursorBlink: false,
    fontFamily: getComputedStyle(document.documentElement).getPropertyValue('--font-mono'),
    fontSize: 13,
    lineHeight: 1.35,
    scrollback: 5000,
    theme: theme(),
  })
  const fit = new FitAddon()
  terminal.loadAddon(fit)
  terminal.loadAddon(new WebLinksAddon())
  return { terminal, fit }
}

export function AttachTerminal(props: AttachTerminalProps) {
  const place = useRef<HTMLDivElement>(null)
  const mounted = useRef<Terminal | null>(null)
  const latest = useRef(props)
  latest.current = props
  const { feed, colorScheme, isEnabled } = props

  useEffect(() => {
    if (!place.current) return
    const { terminal, fit } = createTerminal()
    mounted.current = terminal
    terminal.open(place.current)
    let unreadHistory = 0
    let isCatchingUp = true
    const write = (parts: AttachChunk[]) => {
      for (const part of parts) {
        if (part.kind !== 'bytes') {
          terminal.write(dim(part.kind === 'gap' ? latest.current.gapText : latest.current.anewText))
        } else if (part.isHistory || isCatchingUp) {
          // Questions to the terminal that are history were answered back then: an answer now would be typed.
          unreadHistory += 1
          terminal.write(part.bytes, () => {
            unreadHistory -= 1
          })
        } else terminal.write(part.bytes)
      }
    }
    const send = (text: string, isBinary: boolean) => {
      if (unreadHistory === 0 && latest.current.isEnabled) latest.current.onType(text, isBinary)
    }
    const listeners = [
      terminal.onData(text => send(text, false)),
      terminal.onBinary(text => send(text, true)),
      terminal.onResize(size => latest.current.onSize(size)),
    ]
    fit.fit()
    latest.current.onSize({ cols: terminal.cols, rows: terminal.rows })
    const detach = feed.attach(write)
    isCatchingUp = false
    const sizes = new ResizeObserver(() => fit.fit())
    sizes.observe(place.current)
    return () => {
      sizes.disconnect()
      detach()
      for (const listener of listeners) listener.dispose()
      terminal.dispose()
      mounted.current = null
    }
  }, [feed])

  useEffect(() => {
    if (isEnabled) mounted.current?.focus()
  }, [isEnabled])

  useEffect(() => {
    // Read after the attribute of the page has changed.
    const frame = requestAnimationFrame(() => {
      if (mounted.current && colorScheme) mounted.current.options.theme = theme()
    })
    return () => cancelAnimationFrame(frame)
  }, [colorScheme])

  return <section ref={place} className={styles.terminal} aria-label={props.label} />
}
