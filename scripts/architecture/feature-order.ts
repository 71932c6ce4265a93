// Reads from a program's app.ts in which order its features are made.

import type { SourceFile } from './source-tree.ts'

const importPattern = /import\s+(?:type\s+)?\{([^}]*)\}\s+from\s+'\.\/features\/([^/']+)\/[^']+'/g

export function featureOrder(app: SourceFile | undefined): string[] {
  if (!app) return []
  const imports = [...app.text.matchAll(importPattern)]
  const lastImport = imports.at(-1)
  const body = app.text.slice((lastImport?.index ?? 0) + (lastImport?.[0].length ?? 0))
  const firstUse = new Map<string, number>()
  for (const [, names = '', feature = ''] of imports) {
    for (const name of names.split(',').map(text => text.trim())) {
      const at = body.search(new RegExp(`\\b${name}\\(`))
      if (name === '' || at === -1) continue
      firstUse.set(feature, Math.min(at, firstUse.get(feature) ?? Number.POSITIVE_INFINITY))
    }
  }
  return [...firstUse].sort((a, b) => a[1] - b[1]).map(([feature]) => feature)
}
