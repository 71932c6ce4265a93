// Which section of a long page a person is in: the one with the focus while it is in sight, else the one they look at.

export interface SectionPlace {
  id: string
  /** Of the window, in pixels. */
  top: number
  bottom: number
}

interface Sight {
  /** The section that has the focus. */
  focused: string | null
  windowHeight: number
  isAtEnd: boolean
}

/** Below the strip at the top, where one reads. */
const readingLine = 300

export function currentSection(places: readonly SectionPlace[], sight: Sight): string | undefined {
  const focused = places.find(({ id }) => id === sight.focused)
  if (focused && focused.bottom > 0 && focused.top < sight.windowHeight) return focused.id
  if (sight.isAtEnd) return places.at(-1)?.id
  return (places.findLast(({ top }) => top < readingLine) ?? places[0])?.id
}
