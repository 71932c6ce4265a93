// npm run build: builds what has changed and says what it did.

import { build } from '../build/build.ts'

export async function buildTask(root: string): Promise<number> {
  const startedMs = performance.now()
  const { built, problems } = await build(root)
  for (const problem of problems) console.error(`build: ${problem}`)
  const seconds = ((performance.now() - startedMs) / 1000).toFixed(1)
  console.error(built.length > 0 ? `Built ${built.join(', ')} in ${seconds} s.` : 'Nothing new to build.')
  return problems.length > 0 ? 1 : 0
}
