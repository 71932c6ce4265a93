// What a frame gets of the panel's looks: its colors and measures by name, and its two typefaces.

import sansAddress from '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url'
import monoAddress from '@fontsource-variable/jetbrains-mono/files/jetbrains-mono-latin-wght-normal.woff2?url'

export interface FrameAppearance {
  theme: 'light' | 'dark'
  variables: Record<string, string>
}

export interface FrameFont {
  family: string
  weight: string
  bytes: ArrayBuffer
}

const names = [
  ...['--font-sans', '--font-mono', '--control-height', '--row-height'],
  ...['--radius-small', '--radius', '--radius-large', '--motion'],
  ...['--amber', '--amber-hover', '--on-amber', '--accent-text', '--accent-soft', '--focus'],
  ...['--surface-page', '--surface-panel', '--surface-raised', '--surface-hover', '--surface-pressed'],
  ...['--surface-field', '--surface-console', '--line-quiet', '--line', '--line-field'],
  ...['--text', '--text-quiet', '--text-faint', '--danger-fill', '--on-danger'],
  ...['--state-running', '--state-moving', '--state-building', '--state-paused', '--state-resting'],
  ...['--state-trouble', '--state-away'],
]

export function currentAppearance(): FrameAppearance {
  const page = document.documentElement
  const style = getComputedStyle(page)
  const variables = Object.fromEntries(names.map(name => [name, style.getPropertyValue(name).trim()]))
  return { theme: page.dataset.mantineColorScheme === 'light' ? 'light' : 'dark', variables }
}

/** Tells of every change of the theme, until the returned function is called. */
export function watchAppearance(changed: (look: FrameAppearance) => void): () => void {
  const observer = new MutationObserver(() => changed(currentAppearance()))
  observer.observe(document.documentElement, { attributeFilter: ['data-mantine-color-scheme'] })
  return () => observer.disconnect()
}

const families = [
  { family: 'Inter Variable', weight: '100 900', address: sansAddress },
  { family: 'JetBrains Mono Variable', weight: '100 800', address: monoAddress },
]

/** As bytes: a frame without an origin may not fetch fonts itself. Without them it takes the system's. */
export async function frameFonts(): Promise<FrameFont[]> {
  const fonts = families.map(async ({ family, weight, address }) => {
    const bytes = await fetch(address)
      .then(answer => answer.arrayBuffer())
      .catch(() => null)
    return bytes ? [{ family, weight, bytes }] : []
  })
  return (await Promise.all(fonts)).flat()
}
