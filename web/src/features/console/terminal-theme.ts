// The terminal's colors, taken from the design tokens of the color scheme in use.

import type { ITheme } from '@xterm/xterm'
import { readTokenColors } from '../../ui/design/token-colors.ts'

const ansi = {
  black: '--line-field',
  red: '--state-trouble',
  green: '--state-running',
  yellow: '--accent-text',
  blue: '--state-moving',
  magenta: '--state-paused',
  cyan: '--state-building',
  white: '--text-quiet',
} as const

type BrightName = `bright${Capitalize<keyof typeof ansi>}`

export function terminalTheme(): ITheme {
  const token = readTokenColors()
  if (!token) return {}
  const colors: ITheme = {
    background: token('--surface-console'),
    foreground: token('--text'),
    cursor: token('--surface-console'),
    selectionBackground: `${token('--amber')}55`,
    scrollbarSliderBackground: `${token('--line-field')}99`,
    scrollbarSliderHoverBackground: token('--line-field'),
    scrollbarSliderActiveBackground: token('--text-faint'),
    overviewRulerBorder: token('--surface-console'),
    brightBlack: token('--text-faint'),
    brightWhite: token('--text'),
  }
  for (const [name, from] of Object.entries(ansi)) {
    colors[name as keyof typeof ansi] = token(from)
    const bright = `bright${name[0]?.toUpperCase()}${name.slice(1)}` as BrightName
    colors[bright] ??= token(from)
  }
  return colors
}

export function searchColors() {
  const { yellow, blue } = terminalTheme()
  return {
    matchBackground: undefined,
    matchBorder: blue ?? '#888888',
    matchOverviewRuler: blue ?? '#888888',
    activeMatchBorder: yellow ?? '#ffaa00',
    activeMatchColorOverviewRuler: yellow ?? '#ffaa00',
  }
}
