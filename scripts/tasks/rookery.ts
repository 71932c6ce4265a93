// npm run rookery: the command line, run from source.

import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

export async function rookery(root: string, args: string[]): Promise<undefined> {
  process.env.DATA_DIR ??= join(root, 'data')
  const program = join(root, 'cli', 'src', 'main.ts')
  process.argv = [process.execPath, program, ...args]
  await import(pathToFileURL(program).href)
}
