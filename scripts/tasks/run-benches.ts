// Runs benches as processes of their own and collects their rows: one that fails takes nothing from the others.

import { fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Row } from '../../bench/report/row.ts'
import { toolEnvironment } from './run-program.ts'

/** Folders that hold a program; the others hold what the programs share. */
export function benchNames(root: string): string[] {
  const folder = join(root, 'bench')
  return readdirSync(folder).filter(name => existsSync(join(folder, name, 'main.ts')))
}

export interface Benched {
  rows: Row[]
  /** Those that did not come to their end. */
  failed: string[]
}

/** `http` is all of a bench, `http=profile` the rows of it that have this in their names. */
export function benchOf(name: string): { folder: string; words: string[] } {
  const [folder = '', ...words] = name.split('=')
  return { folder, words: words.length > 0 ? [words.join('=')] : [] }
}

export async function runBenches(root: string, names: readonly string[]): Promise<Benched> {
  const benched: Benched = { rows: [], failed: [] }
  for (const name of names) {
    console.log(`\n# ${name}`)
    const isDone = await runBench(root, name, row => benched.rows.push(row))
    if (!isDone) benched.failed.push(name)
  }
  return benched
}

/** Rows arrive as they are measured, so that those before a failure count. */
async function runBench(root: string, name: string, add: (row: Row) => void): Promise<boolean> {
  const { folder, words } = benchOf(name)
  const child = fork(join(root, 'bench', folder, 'main.ts'), words, {
    cwd: root,
    env: toolEnvironment(root),
    execArgv: ['--no-warnings'],
    // JSON would turn what is not a number into nothing.
    serialization: 'advanced',
  })
  child.on('message', add)
  const [status] = (await once(child, 'close')) as [number | null]
  return status === 0
}
