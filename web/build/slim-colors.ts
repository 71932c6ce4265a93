// Leaves the kit's own colors out of the built style sheet: the design has its own, and no part is given one of these.

import type { Plugin } from 'vite'

export const unusedColors = [
  'blue',
  'cyan',
  'grape',
  'green',
  'indigo',
  'lime',
  'orange',
  'pink',
  'teal',
  'violet',
  'yellow',
]
const declaration = new RegExp(`--mantine-color-(?:${unusedColors.join('|')})-[\\w-]+:[^;}]*;?`, 'g')

export const withoutUnusedColors = (css: string): string => css.replace(declaration, '')

export function slimColors(): Plugin {
  return {
    name: 'rookery-slim-colors',
    apply: 'build',
    generateBundle(_, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type !== 'asset' || !file.fileName.endsWith('.css')) continue
        file.source = withoutUnusedColors(String(file.source))
      }
    },
  }
}
