// npm run pictures: pictures of every screen, and which of them a change has changed.

import { runNode } from './run-program.ts'
import { buildWhenNeeded } from './start.ts'

/** A program of its own: it is checked with the types of a browser, which tasks do not have. */
export async function pictures(root: string, args: string[]): Promise<number> {
  // The tour goes through what is shipped.
  if (args.includes('--tour') && !(await buildWhenNeeded(root))) return 1
  const { status } = await runNode(root, ['web/pictures/main.ts', ...args], { capture: false })
  return status
}
