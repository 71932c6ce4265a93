// npm run pictures: pictures of every screen, and which of them a change has changed.

import { runNode } from './run-program.ts'

/** A program of its own: it is checked with the types of a browser, which tasks do not have. */
export async function pictures(root: string, args: string[]): Promise<number> {
  const { status } = await runNode(root, ['web/pictures/main.ts', ...args], { capture: false })
  return status
}
