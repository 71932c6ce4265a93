// npm run mutants [-- PART OF A NAME …]: plants one deliberate fault after the other in a copy of the tree and says
// which of them the tests find. With --thorough a fault that is not found where it should be meets all tests.

import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { mutants as allMutants, type Mutant } from '../mutants/mutants.ts'
import { commandOf, runNode } from './run-program.ts'
import { buildWhenNeeded } from './start.ts'
import type { TestReport } from './test-summary.ts'

const withPrograms = (path: string) => path.startsWith('e2e/') || path.startsWith('web/look/')
const quickProjects = ['anywhere', 'node']
const storyProjects = ['stories', 'alone']

export async function mutants(root: string, args: string[]): Promise<number> {
  const wanted = args.filter(arg => !arg.startsWith('--'))
  const chosen = allMutants.filter(
    ({ name }) => wanted.length === 0 || wanted.some(part => name.includes(part)),
  )
  const copy = copyTree(root)
  let found = 0
  try {
    for (const mutant of chosen) {
      const by = await withFault(copy, mutant, () => findFault(copy, mutant, args.includes('--thorough')))
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

/** The test that fails first, or null. */
async function findFault(copy: string, { file, tests }: Mutant, isThorough: boolean): Promise<string | null> {
  const quick = tests.filter(path => !withPrograms(path))
  const stories = tests.filter(withPrograms)
  return (
    (quick.length > 0 ? await firstFailure(copy, ['run', ...quick], quickProjects) : null) ??
    (stories.length > 0 ? await storyFailure(copy, stories) : null) ??
    (isThorough ? await firstFailure(copy, ['related', '--run', file], quickProjects) : null) ??
    (isThorough ? await storyFailure(copy, []) : null)
  )
}

async function storyFailure(copy: string, stories: string[]): Promise<string | null> {
  if (!(await buildWhenNeeded(copy))) return 'the build'
  return firstFailure(copy, ['run', ...stories], storyProjects)
}

async function firstFailure(copy: string, command: string[], projects: string[]): Promise<string | null> {
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
    const where = relative(copy, name)
    if (failed) return `${where}: ${failed.fullName}`
    if (status === 'failed') return where
  }
  return null
}
