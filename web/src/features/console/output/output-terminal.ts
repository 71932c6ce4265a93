// The terminal that console output is written to, and what it holds as text.

import { FitAddon } from '@xterm/addon-fit'
import { SearchAddon } from '@xterm/addon-search'
import { WebLinksAddon } from '@xterm/addon-web-links'
import { Terminal } from '@xterm/xterm'
import { terminalTheme } from '../terminal-theme.ts'

export function createOutputTerminal() {
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

/** Lines as they were printed, however they are wrapped; `before` gives what stands before the line of a row. */
export function textOf(terminal: Terminal, before: (row: number) => string): string {
  const lines: string[] = []
  const { active } = terminal.buffer
  for (let row = 0; row < active.length; row++) {
    const line = active.getLine(row)
    if (!line) continue
    const text = line.translateToString(true)
    if (line.isWrapped && lines.length > 0) lines[lines.length - 1] += text
    else lines.push(text && before(row) + text)
  }
  return `${lines.join('\n').trimEnd()}\n`
}
