// npm run fix: formats everything and applies the fixes that cannot change what the code does.

import { commandOf, runNode } from './run-program.ts'

export async function fix(root: string, args: string[]): Promise<number> {
  const biome = commandOf(root, '@biomejs/biome', 'biome')
  return (await runNode(root, [biome, 'check', '--write', ...args], { capture: false })).status
}
