// Properties of the rules with all of their rounds, from another beginning each time: every test with fast-check that starts no product.

import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe } from 'vitest'

const root = join(import.meta.dirname, '../..')
const exclude = ['**/node_modules', '**/*.services.test.ts', 'e2e']

for (const file of globSync('*/**/*.test.ts', { cwd: root, exclude }).toSorted()) {
  if (!readFileSync(join(root, file), 'utf8').includes("from 'fast-check'")) continue
  describe(file, async () => {
    await import(join(root, file))
  })
}
