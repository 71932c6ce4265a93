// npm run generate: writes the generated files.

import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { filesBelow, writeWhole } from '../build/stamps.ts'
import { createGeneratedFiles, findStale, isStale, linkFolder } from './generated-files.ts'

/** With --check nothing is written; the status tells whether everything is up to date. */
export async function generate(root: string, args: string[]): Promise<number> {
  const wanted = await createGeneratedFiles(root)
  const stale = findStale(root, wanted)
  if (args.includes('--check')) {
    for (const line of stale) console.error(line)
    if (stale.length > 0) console.error('Run: npm run generate')
    return stale.length > 0 ? 1 : 0
  }
  const known = new Set(wanted.map(file => file.path))
  for (const path of filesBelow(root, linkFolder)) if (!known.has(path)) rmSync(join(root, path))
  for (const file of wanted) if (isStale(root, file)) writeWhole(join(root, file.path), file.content)
  console.error(stale.length > 0 ? `Written: ${stale.length} files.` : 'Everything was up to date.')
  return 0
}
