// What is wrong with the layout of each specimen in the gallery, or of a screen: too wide, cut, on top of each other, or empty.

import type { Page } from 'playwright-core'

/** Runs in the page: it knows nothing of this file. */
function findInPage(): string[] {
  const found: string[] = []
  const tolerancePx = 1.5

  const isShown = (element: Element) =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: true })
  /** Text for screen readers alone, and what other programs draw and lay out by themselves. */
  const isLaidOutElsewhere = (element: Element) =>
    element.closest('.visually-hidden, .xterm, .cm-editor, .uplot, svg, [data-decoration]') !== null

  function words(element: Element): string {
    return (element.textContent ?? '').trim().replaceAll(/\s+/g, ' ').slice(0, 60)
  }

  /** A box around it that scrolls may hold more than it shows. */
  function scrolls(element: Element, within: Element): boolean {
    for (let box: Element | null = element; box && box !== within; box = box.parentElement) {
      const { overflowX, position } = getComputedStyle(box)
      if (overflowX === 'auto' || overflowX === 'scroll' || position === 'fixed') return true
    }
    return false
  }

  function isCutOnPurpose(element: Element, within: Element): boolean {
    for (let box: Element | null = element; box && box !== within; box = box.parentElement) {
      const { textOverflow, webkitLineClamp, clipPath } = getComputedStyle(box)
      if (textOverflow === 'ellipsis' || webkitLineClamp !== 'none' || clipPath !== 'none') return true
    }
    return false
  }

  interface Line {
    element: Element
    /** Where it is laid out, and what of that is in sight. */
    box: DOMRect
    seen: DOMRect
    text: string
  }

  /** What the boxes around it leave of it: text that ends in dots or is scrolled away covers nothing. */
  function inSight(element: Element, box: DOMRect): DOMRect {
    let { left, top, right, bottom } = box
    for (let holder: Element | null = element; holder; holder = holder.parentElement) {
      const { overflowX, overflowY, display } = getComputedStyle(holder)
      if (display === 'inline' || (overflowX === 'visible' && overflowY === 'visible')) continue
      const edge = holder.getBoundingClientRect()
      left = Math.max(left, edge.left)
      right = Math.min(right, edge.right)
      top = Math.max(top, edge.top)
      bottom = Math.min(bottom, edge.bottom)
    }
    return new DOMRect(left, top, Math.max(0, right - left), Math.max(0, bottom - top))
  }

  function linesOf(stage: Element): Line[] {
    const walker = document.createTreeWalker(stage, NodeFilter.SHOW_TEXT)
    const lines: Line[] = []
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement
      if (!element || !node.textContent?.trim() || !isShown(element) || isLaidOutElsewhere(element)) continue
      const range = document.createRange()
      range.selectNodeContents(node)
      for (const box of range.getClientRects())
        if (box.width > 1 && box.height > 1)
          lines.push({ element, box, seen: inSight(element, box), text: words(element) })
    }
    return lines
  }

  function beyondTheEdge(stage: Element, lines: readonly Line[]): string[] {
    const { left, right } = stage.getBoundingClientRect()
    return lines
      .filter(({ element }) => !scrolls(element, stage) && !isCutOnPurpose(element, stage))
      .filter(({ box }) => box.right > right + tolerancePx || box.left < left - tolerancePx)
      .map(({ text }) => `“${text}” reaches beyond the edge`)
  }

  /** Cut by a box that hides what is too much, without a sign that there is more. */
  function cut(stage: Element, lines: readonly Line[]): string[] {
    return lines.flatMap(({ element, box, text }) => {
      if (isCutOnPurpose(element, stage)) return []
      for (let holder: Element | null = element; holder && holder !== stage; holder = holder.parentElement) {
        const { overflowX, overflowY, display } = getComputedStyle(holder)
        if (overflowX === 'auto' || overflowX === 'scroll' || overflowY === 'auto' || overflowY === 'scroll')
          return []
        if (overflowX !== 'hidden' || display === 'inline') continue
        const edge = holder.getBoundingClientRect()
        if (box.right > edge.right + tolerancePx) return [`“${text}” is cut at the side`]
      }
      return []
    })
  }

  function overlapping(lines: readonly Line[]): string[] {
    const problems: string[] = []
    const inOrder = lines
      .filter(({ element }) => !element.closest('[role=tooltip], [role=menu], [role=dialog]'))
      .filter(({ seen }) => seen.width > 1 && seen.height > 1)
      .toSorted((one, other) => one.seen.top - other.seen.top)
    for (const [index, one] of inOrder.entries()) {
      for (const other of inOrder.slice(index + 1)) {
        if (other.seen.top > one.seen.bottom) break
        const across = Math.min(one.seen.right, other.seen.right) - Math.max(one.seen.left, other.seen.left)
        const down = Math.min(one.seen.bottom, other.seen.bottom) - Math.max(one.seen.top, other.seen.top)
        const isOver = across > 3 && down > Math.min(one.seen.height, other.seen.height) * 0.5
        const isSame = one.element === other.element || one.element.contains(other.element)
        const isAbove = stacked(one.element) !== stacked(other.element)
        if (isOver && !isSame && !isAbove) problems.push(`“${one.text}” lies on “${other.text}”`)
      }
    }
    return problems
  }

  /** What is meant to float above the rest, such as the head of a table that stays in sight. */
  function stacked(element: Element): Element | null {
    for (let box: Element | null = element; box; box = box.parentElement) {
      const { position } = getComputedStyle(box)
      if (position === 'sticky' || position === 'fixed' || position === 'absolute') return box
    }
    return null
  }

  function isBlankCanvas(canvas: HTMLCanvasElement): boolean {
    if (canvas.width === 0 || canvas.height === 0) return true
    // A copy, for the browser warns of a canvas of the page that is read more than once.
    const copy = new OffscreenCanvas(canvas.width, canvas.height)
    const context = copy.getContext('2d', { willReadFrequently: true })
    if (!context) return true
    context.drawImage(canvas, 0, 0)
    return context.getImageData(0, 0, canvas.width, canvas.height).data.every(value => value === 0)
  }

  function blank(stage: Element, lines: readonly Line[]): string[] {
    const pictures = [...stage.querySelectorAll('svg, img, canvas, .xterm-screen, iframe')].filter(isShown)
    const bones = stage.querySelector('[aria-busy="true"], [role="status"], [class*="bone" i]')
    const { height } = stage.getBoundingClientRect()
    const problems: string[] = []
    if (height < 8 || (lines.length === 0 && pictures.length === 0 && !bones)) problems.push('shows nothing')
    for (const image of stage.querySelectorAll('img'))
      if (isShown(image) && image.naturalWidth === 0) problems.push(`the picture ${image.alt} is broken`)
    for (const canvas of stage.querySelectorAll('canvas'))
      if (isShown(canvas) && !canvas.closest('.xterm') && isBlankCanvas(canvas))
        problems.push('a chart is blank')
    return problems
  }

  const isPhone = window.innerWidth < 600
  for (const figure of document.querySelectorAll('figure[data-specimen]')) {
    const stage = figure.querySelector('[data-stage]') ?? figure
    // A narrow stage on a wide screen is no phone: its views still lay themselves out for the wide one.
    if (!isPhone && stage.getAttribute('data-stage') === 'narrow') continue
    const name = `${figure.closest('section')?.id}, ${figure.getAttribute('data-specimen')}`
    const lines = linesOf(stage)
    const problems = [
      ...beyondTheEdge(stage, lines),
      ...cut(stage, lines),
      ...overlapping(lines),
      ...blank(stage, lines),
    ]
    for (const problem of new Set(problems)) found.push(`${name}: ${problem}`)
  }
  // A screen of the application is one stage; what lies on what is for the gallery, where nothing floats.
  const main = document.querySelector('main')
  if (main && !document.querySelector('figure[data-specimen]')) {
    const lines = linesOf(main)
    for (const problem of new Set([...beyondTheEdge(main, lines), ...cut(main, lines)])) found.push(problem)
  }
  const tooWide = document.documentElement.scrollWidth - window.innerWidth
  if (tooWide > 0) {
    const isHeld = (element: Element): boolean =>
      element.parentElement !== null &&
      element.parentElement !== document.body &&
      (getComputedStyle(element.parentElement).overflowX !== 'visible' || isHeld(element.parentElement))
    const widest = [...document.querySelectorAll('body *')].filter(
      element => element.getBoundingClientRect().right > window.innerWidth + 1 && !isHeld(element),
    )
    const names = widest
      .slice(0, 3)
      .map(element => `${element.tagName} ${element.className} ${words(element)}`)
    found.push(`the page is ${tooWide} px too wide: ${names.join(' | ')}`)
  }
  return found
}

export const layoutFindings = (page: Page): Promise<string[]> => page.evaluate(findInPage)
