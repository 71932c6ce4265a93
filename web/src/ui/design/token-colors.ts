// The design tokens as plain hex, for things that draw on a canvas and cannot read the page's style.

/** The browser itself does the arithmetic of the tokens. */
function hexOf(context: CanvasRenderingContext2D, color: string): string {
  context.fillStyle = color
  context.fillRect(0, 0, 1, 1)
  const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data
  return `#${[red, green, blue].map(part => part.toString(16).padStart(2, '0')).join('')}`
}

export type TokenColor = (token: string) => string

/** Reads tokens of the color scheme in use; null where the browser gives no canvas. */
export function readTokenColors(): TokenColor | null {
  const style = getComputedStyle(document.documentElement)
  const canvas = document.createElement('canvas')
  canvas.width = 1
  canvas.height = 1
  const context = canvas.getContext('2d', { willReadFrequently: true })
  return context && (token => hexOf(context, style.getPropertyValue(token)))
}
