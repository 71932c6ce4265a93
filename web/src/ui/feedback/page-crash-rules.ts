// Why a page broke: no network, a part of it that a newer version has replaced, or a fault of its own.

export type PageBreak = 'offline' | 'newVersion' | 'crash'

/** How browsers say that a module did not arrive: Chromium, Firefox, Safari, and a style sheet of Vite's. */
const lostPart =
  /dynamically imported module|importing a module script failed|unable to preload css|module script failed|not a valid javascript mime type/i

export function whyPageBroke(error: unknown, isOnline: boolean): PageBreak {
  const text = error instanceof Error ? error.message : ''
  if (!lostPart.test(text)) return 'crash'
  return isOnline ? 'newVersion' : 'offline'
}
