// Text that is too faint for its ground (WCAG 2 AA), computed from styles: a fraction of what axe takes, for the theme that axe does not see.

import type { Page } from 'playwright-core'

/** Runs in the page: it knows nothing of this file. What stands on a picture or a gradient is left to axe. */
function findInPage(): string[] {
  type Color = [red: number, green: number, blue: number, alpha: number]
  const canvas = document.createElement('canvas')
  canvas.width = 1
  canvas.height = 1
  const context = canvas.getContext('2d', { willReadFrequently: true })
  const known = new Map<string, Color>()

  /** The browser itself knows what a color of any notation is on a screen. */
  function colorOf(text: string): Color {
    const before = known.get(text)
    if (before || !context) return before ?? [0, 0, 0, 1]
    context.clearRect(0, 0, 1, 1)
    context.fillStyle = text
    context.fillRect(0, 0, 1, 1)
    const [red = 0, green = 0, blue = 0, alpha = 0] = context.getImageData(0, 0, 1, 1).data
    const color: Color = [red, green, blue, alpha / 255]
    known.set(text, color)
    return color
  }

  const over = (top: Color, ground: Color): Color => {
    const mixed = (one: number, other: number) => one * top[3] + other * (1 - top[3])
    return [mixed(top[0], ground[0]), mixed(top[1], ground[1]), mixed(top[2], ground[2]), 1]
  }

  const channel = (value: number) =>
    value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4
  const luminance = ([red, green, blue]: Color) =>
    0.2126 * channel(red) + 0.7152 * channel(green) + 0.0722 * channel(blue)

  interface Ground {
    color: Color
    opacity: number
    isKnown: boolean
  }
  const grounds = new Map<Element, Ground>()

  function groundOf(element: Element | null): Ground {
    if (!element) return { color: [255, 255, 255, 1], opacity: 1, isKnown: true }
    const before = grounds.get(element)
    if (before) return before
    const around = groundOf(element.parentElement)
    const { backgroundColor, backgroundImage, opacity, position } = getComputedStyle(element)
    const own = colorOf(backgroundColor)
    const isOpaque = own[3] > 0.99
    const found: Ground = {
      color: over(own, around.color),
      opacity: around.opacity * Number(opacity),
      // What floats stands on whatever happens to be below it.
      isKnown:
        backgroundImage === 'none' &&
        (isOpaque || (around.isKnown && !/absolute|fixed|sticky/.test(position))),
    }
    grounds.set(element, found)
    return found
  }

  /** Nobody needs to read what cannot be used now. */
  const isExempt = (element: Element) =>
    element.closest(
      '[disabled], [aria-disabled=true], [data-disabled], [inert], .xterm-dim, .visually-hidden',
    ) !== null || (element.closest('label')?.querySelector(':disabled') ?? null) !== null

  const found: string[] = []
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const seen = new Set<Element>()
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement
    if (!element || !node.textContent?.trim() || seen.has(element)) continue
    seen.add(element)
    if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue
    const ground = groundOf(element)
    if (!ground.isKnown || isExempt(element)) continue
    const { color, fontSize, fontWeight, clipPath } = getComputedStyle(element)
    const written = colorOf(color)
    if (written[3] === 0 || clipPath !== 'none') continue
    const ink = over([written[0], written[1], written[2], written[3] * ground.opacity], ground.color)
    const [one, other] = [luminance(ink), luminance(ground.color)]
    const ratio = (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05)
    const sizePx = Number.parseFloat(fontSize)
    const isLarge = sizePx >= 24 || (sizePx >= 18.66 && Number(fontWeight) >= 700)
    if (ratio >= (isLarge ? 3 : 4.5) - 0.01) continue
    const text = node.textContent.trim().slice(0, 60)
    found.push(
      `“${text}” (${element.tagName.toLowerCase()}.${element.className}) has a contrast of ${ratio.toFixed(2)}`,
    )
  }
  return found
}

export const contrastFindings = (page: Page): Promise<string[]> => page.evaluate(findInPage)
