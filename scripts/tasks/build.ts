// npm run build: builds what has changed, or of it the outputs that are named, and says what it did.

import { build } from '../build/build.ts'
import { outputs } from '../build/outputs.ts'

export async function buildTask(root: string, args: string[]): Promise<number> {
  const unknown = args.filter(name => !outputs.includes(name))
  if (unknown.length > 0) {
    console.error(`Nothing is built as ${unknown.join(', ')}: the names are ${outputs.join(', ')}.`)
    return 1
  }
  const startedMs = performance.now()
  const { built, problems } = await build(root, args.length > 0 ? args : null)
  for (const problem of problems) console.error(`build: ${problem}`)
  const seconds = ((performance.now() - startedMs) / 1000).toFixed(1)
  console.error(built.length > 0 ? `Built ${built.join(', ')} in ${seconds} s.` : 'Nothing new to build.')
  return problems.length > 0 ? 1 : 0
}
