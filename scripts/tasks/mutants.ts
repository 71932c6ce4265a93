// npm run mutants [-- PART OF A NAME …]: plants one deliberate fault after the other in a copy of the tree and says
// which of them the tests find: those named with the fault, then those that import the file. With --thorough a fault that
// is still not found meets all stories too.

import { execFileSync } from 'node:child_process'
import { chmodSync, cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { mutants as allMutants, type Mutant } from '../mutants/mutants.ts'
import { commandOf, runNode } from './run-program.ts'
import { buildWhenNeeded } from './start.ts'
import type { TestReport } from './test-summary.ts'

const withPrograms = (path: string) => path.startsWith('e2e/') || path.startsWith('web/pictures/')
const quickProjects = ['anywhere', 'node']
const storyProjects = ['stories']

export async function mutants(root: string, args: string[]): Promise<number> {
  const wanted = args.filter(arg => !arg.startsWith('--'))
  const chosen = allMutants.filter(
    ({ name }) => wanted.length === 0 || wanted.some(part => name.includes(part)),
  )
  const copy = copyTree(root)
  let found = 0
  try {
    for (const mutant of chosen) {
      const by = await findFault(copy, mutant, args.includes('--thorough'))
      if (by !== null) found += 1
      console.log(
        `${by === null ? 'NOT FOUND' : 'found    '}  ${mutant.name}${by === null ? '' : `  (${by})`}`,
      )
    }
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
  console.log(`${found} of ${chosen.length} found`)
  return found === chosen.length ? 0 : 1
}

/** What is committed, with the packages and programs that are there. */
function copyTree(root: string): string {
  const copy = mkdtempSync(join(tmpdir(), 'rookery-mutants-'))
  // Users of games must reach the programs in it, or tests fail whatever is planted.
  chmodSync(copy, 0o755)
  execFileSync('git', ['clone', '--quiet', '--no-hardlinks', root, copy])
  const beside = ['node_modules', 'web/node_modules', 'contracts/node_modules', 'dist', 'web/dist']
  for (const folder of beside) {
    cpSync(join(root, folder), join(copy, folder), {
      recursive: true,
      verbatimSymlinks: true,
      preserveTimestamps: true,
    })
  }
  return copy
}

interface Failure {
  file: string
  test: string
}

/** The test that fails with the fault and passes without it; null when there is none. */
async function findFault(copy: string, mutant: Mutant, isThorough: boolean): Promise<string | null> {
  for (const { command, projects } of triesFor(mutant, isThorough)) {
    const failure = await withFault(copy, mutant, () => firstFailure(copy, command, projects))
    const isByFault = failure !== null && (await firstFailure(copy, ['run', failure.file], projects)) === null
    if (isByFault) return `${failure.file}: ${failure.test}`
    if (failure !== null)
      console.log(`           ${failure.file} fails without the fault too: ${failure.test}`)
  }
  return null
}

function triesFor({ file, tests }: Mutant, isThorough: boolean): { command: string[]; projects: string[] }[] {
  const quick = tests.filter(path => !withPrograms(path))
  const stories = tests.filter(withPrograms)
  return [
    ...(quick.length > 0 ? [{ command: ['run', ...quick], projects: quickProjects }] : []),
    ...(stories.length > 0 ? [{ command: ['run', ...stories], projects: storyProjects }] : []),
    { command: ['related', '--run', file], projects: quickProjects },
    ...(isThorough ? [{ command: ['run'], projects: storyProjects }] : []),
  ]
}

async function withFault<Result>(
  copy: string,
  { file, find, replace }: Mutant,
  work: () => Promise<Result>,
): Promise<Result> {
  const path = join(copy, file)
  const text = readFileSync(path, 'utf8')
  writeFileSync(path, text.split(find).join(replace))
  try {
    return await work()
  } finally {
    writeFileSync(path, text)
  }
}

async function firstFailure(copy: string, command: string[], projects: string[]): Promise<Failure | null> {
  // Stories run the built programs, and so do some tests of panel and daemon.
  if (!(await buildWhenNeeded(copy))) return { file: 'dist', test: 'the build' }
  const reportFile = join(copy, 'mutant-report.json')
  rmSync(reportFile, { force: true })
  const options = [
    '--bail=1',
    '--passWithNoTests',
    '--reporter=json',
    `--outputFile.json=${reportFile}`,
    ...projects.flatMap(project => ['--project', project]),
  ]
  await runNode(copy, [commandOf(copy, 'vitest'), ...command, ...options], { capture: true })
  const report = JSON.parse(readFileSync(reportFile, 'utf8')) as TestReport
  for (const { name, status, assertionResults } of report.testResults) {
    const failed = assertionResults.find(result => result.status === 'failed')
    const file = relative(copy, name)
    if (failed) return { file, test: failed.fullName ?? '' }
    if (status === 'failed') return { file, test: 'the file' }
  }
  return null
}
