// npm start: builds what has changed, then runs `rookery up` in this very process.

import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { findOutdated } from '../build/outputs.ts'
import { runNode } from './run-program.ts'

export async function start(root: string, args: string[]): Promise<number | undefined> {
  if (!(await buildWhenNeeded(root))) return 1
  process.env.DATA_DIR ??= join(root, 'data')
  const program = join(root, 'dist', 'rookery.mjs')
  process.argv = [process.execPath, program, 'up', ...args]
  await import(pathToFileURL(program).href)
  return undefined
}

/** In a process of its own: build tools change the environment and stay in memory. False when something failed. */
/** `only`: the outputs that are needed; left out: all of them. */
export async function buildWhenNeeded(root: string, only: readonly string[] | null = null): Promise<boolean> {
  const outdated = findOutdated(root).filter(output => only === null || only.includes(output))
  if (outdated.length === 0) return true
  console.error(`Building ${outdated.join(', ')}.`)
  const named = only === null ? [] : outdated
  const { status, output } = await runNode(root, ['scripts/run.ts', 'build', ...named], { capture: true })
  if (status !== 0) console.error(output.trim())
  return status === 0
}
