// The terminal that console output is written to, and what it holds as text.

import { FitAddon } from '@xterm/addon-fit'
import { SearchAddon } from '@xterm/addon-search'
import { WebLinksAddon } from '@xterm/addon-web-links'
import { type IBuffer, Terminal } from '@xterm/xterm'
import { continued } from '../logic/word-wrap.ts'
import { terminalTheme } from '../terminal-theme.ts'

export function createOutputTerminal(isNarrow: boolean) {
  const terminal = new Terminal({
    allowProposedApi: true,
    convertEol: true,
    disableStdin: true,
    cursorBlink: false,
    cursorInactiveStyle: 'none',
    fontFamily: getComputedStyle(document.documentElement).getPropertyValue('--font-mono'),
    // On a phone a few more signs in a row are worth more than their size.
    fontSize: isNarrow ? 11.5 : 13,
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

/** Something stands in its last column, or the second half of it. */
function isFull(buffer: IBuffer, row: number): boolean {
  const last = buffer.getLine(row)
  const cell = last?.getCell(last.length - 1)
  return cell !== undefined && (cell.getWidth() === 0 || cell.getChars().trim() !== '')
}

/** Lines as they were printed, however they are wrapped; `before` gives what stands before the line of a row. */
export function textOf(terminal: Terminal, before: (row: number) => string): string {
  const lines: string[] = []
  const { active } = terminal.buffer
  for (let row = 0; row < active.length; row++) {
    const line = active.getLine(row)
    if (!line) continue
    const text = line.translateToString(true)
    if (line.isWrapped && lines.length > 0)
      lines[lines.length - 1] += continued(text, isFull(active, row - 1))
    else lines.push(text && before(row) + text)
  }
  return `${lines.join('\n').trimEnd()}\n`
}
