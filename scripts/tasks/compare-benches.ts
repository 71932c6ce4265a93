// npm run bench -- compare COMMIT [NAME …]: the same benches on this tree and on another commit, in turns, then what is
// faster and what is slower here. The other commit is built in a worktree of its own, which is removed at the end.

import { execFileSync, spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  compareTurns,
  comparisonLines,
  isSlower,
  type Turn,
  unpaired,
} from '../../bench/report/comparison.ts'
import { benchNames, benchOf, runBenches } from './run-benches.ts'
import { toolEnvironment } from './run-program.ts'

/** Odd, so that one of them is the median. */
const turnCount = 3

export async function compareBenches(
  root: string,
  commit: string,
  names: readonly string[],
): Promise<number> {
  const id = commitIdOf(root, commit)
  if (id === null) {
    console.error(`There is no commit "${commit}" here: name one, such as HEAD~1 or main.`)
    return 1
  }
  const folder = mkdtempSync(join(tmpdir(), 'rookery-compared-'))
  const other = join(folder, 'tree')
  try {
    git(root, ['worktree', 'add', '--quiet', '--detach', other, id])
    linkPackages(root, other)
    if (!builds(root) || !builds(other)) return 1
    const common = names.filter(name => benchNames(other).includes(benchOf(name).folder))
    const turns = await measureTurns(root, other, common)
    console.log(`\n# compared with ${commit} (${id.slice(0, 8)})\n`)
    return reportTurns(turns)
  } finally {
    git(root, ['worktree', 'remove', '--force', other])
    rmSync(folder, { recursive: true, force: true })
  }
}

/** One bench after the other, and the sides in turns within each: whatever else the machine does meets both. */
async function measureTurns(root: string, other: string, names: readonly string[]): Promise<Turn[]> {
  const turns: Turn[] = []
  for (const name of names) {
    for (let turn = 0; turn < turnCount; turn++) {
      const isHereFirst = turn % 2 === 0
      const first = await runBenches(isHereFirst ? root : other, [name])
      const second = await runBenches(isHereFirst ? other : root, [name])
      const [here, there] = isHereFirst ? [first, second] : [second, first]
      turns.push({ here: here.rows, there: there.rows })
    }
  }
  return turns
}

/** 1 when something is slower here, so that a script can tell. */
function reportTurns(turns: readonly Turn[]): number {
  const compared = compareTurns(turns)
  console.log(comparisonLines(compared).join('\n'))
  const { here, there } = unpaired(turns)
  if (here.length > 0) console.log(`\nOnly measured here: ${here.join('; ')}.`)
  if (there.length > 0) console.log(`\nOnly measured there: ${there.join('; ')}.`)
  return compared.some(isSlower) ? 1 : 0
}

function commitIdOf(root: string, commit: string): string | null {
  const words = ['rev-parse', '--verify', '--quiet', '--end-of-options', `${commit}^{commit}`]
  const { status, stdout } = spawnSync('git', words, { cwd: root, encoding: 'utf8' })
  return status === 0 ? stdout.trim() : null
}

function git(root: string, words: string[]): void {
  execFileSync('git', words, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] })
}

/**
 * The packages that are here, when the other commit asks for the same; else its build installs its own. The folders of
 * the repository itself, which are packages too, must be those of the other commit.
 */
function linkPackages(root: string, other: string): void {
  const lockOf = (tree: string) => readFileSync(join(tree, 'package-lock.json'), 'utf8')
  if (lockOf(root) !== lockOf(other)) return
  const own = '@rookery'
  const folder = join(root, 'node_modules')
  mkdirSync(join(other, 'node_modules'))
  for (const name of readdirSync(folder)) {
    if (name !== own) symlinkSync(join(folder, name), join(other, 'node_modules', name))
  }
  cpSync(join(folder, own), join(other, 'node_modules', own), { recursive: true, verbatimSymlinks: true })
  for (const workspace of readdirSync(other)) {
    const packages = join(root, workspace, 'node_modules')
    if (workspace !== 'node_modules' && existsSync(packages))
      symlinkSync(packages, join(other, workspace, 'node_modules'))
  }
}

/** By the scripts of that commit. */
function builds(tree: string): boolean {
  const words = [join(tree, 'scripts', 'bootstrap.mjs'), 'build']
  const { status } = spawnSync(process.execPath, words, {
    cwd: tree,
    env: toolEnvironment(tree),
    stdio: 'inherit',
  })
  if (status !== 0) console.error(`${tree} could not be built. Why stands above.`)
  return status === 0
}
