// The `rookery` command. Everything else is loaded after the check of Node: an old one cannot even load it.

import { nodeProblem } from './logic/node-version.ts'

const problem = nodeProblem(process.versions.node)
if (problem === null) {
  const { runRookery } = await import('./run-rookery.ts')
  await runRookery()
} else {
  console.error(problem)
  process.exitCode = 1
}
