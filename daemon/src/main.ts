// The daemon's program. Everything else is loaded after the check of Node: an old one cannot even load it.

import { fileURLToPath } from 'node:url'
import { runningNodeProblem } from '@rookery/contracts/node-version.ts'

const problem = runningNodeProblem(fileURLToPath(new URL('.', import.meta.url)))
if (problem === null) {
  const { runDaemon } = await import('./run-daemon.ts')
  await runDaemon()
} else {
  console.error(problem)
  process.exitCode = 1
}
