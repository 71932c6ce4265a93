// The panel's program. Everything else is loaded after the check of Node: an old one cannot even load it.

import { fileURLToPath } from 'node:url'
import { runningNodeProblem } from '@rookery/contracts/node-version.ts'

const problem = runningNodeProblem(fileURLToPath(new URL('.', import.meta.url)))
if (problem === null) {
  await useCompileCache()
  const { runPanel } = await import('./run-panel.ts')
  await runPanel()
} else {
  console.error(problem)
  process.exitCode = 1
}

/** Of the bundle, and for a start alone: whoever only has something checked leaves nothing behind. */
async function useCompileCache(): Promise<void> {
  const program = fileURLToPath(import.meta.url)
  if (!program.endsWith('.mjs') || process.argv.length > 2) return
  const { findPlaces } = await import('./config/places.ts')
  const { useCompileCacheIn } = await import('./platform/compile-cache.ts')
  useCompileCacheIn(findPlaces(process.env, process.cwd()).dataDir, program)
}
