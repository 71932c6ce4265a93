// The terminal's colours, taken from the design tokens of the colour scheme in use.

import type { ITheme } from '@xterm/xterm'

/** The terminal wants plain hex: the browser itself does the arithmetic of the tokens. */
function hexOf(context: CanvasRenderingContext2D, colour: string): string {
  context.fillStyle = colour
  context.fillRect(0, 0, 1, 1)
  const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data
  return `#${[red, green, blue].map(part => part.toString(16).padStart(2, '0')).join('')}`
}

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
  const style = getComputedStyle(document.documentElement)
  const canvas = document.createElement('canvas')
  canvas.width = 1
  canvas.height = 1
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) return {}
  const token = (name: string) => hexOf(context, style.getPropertyValue(name))
  const colours: ITheme = {
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
    colours[name as keyof typeof ansi] = token(from)
    const bright = `bright${name[0]?.toUpperCase()}${name.slice(1)}` as BrightName
    colours[bright] ??= token(from)
  }
  return colours
}

export function searchColours() {
  const { yellow, blue } = terminalTheme()
  return {
    matchBackground: undefined,
    matchBorder: blue ?? '#888888',
    matchOverviewRuler: blue ?? '#888888',
    activeMatchBorder: yellow ?? '#ffaa00',
    activeMatchColorOverviewRuler: yellow ?? '#ffaa00',
  }
}
