// npm run mutants [-- PART OF A NAME …]: plants one deliberate fault after the other in a copy of the tree and says
// which of them the tests find: all meet the quick tests, those named with them and those that import the changed file,
// then what is left meets the stories named with it. With --quick there are no stories, with --thorough all of them.

import { readSourceTree } from '../architecture/source-tree.ts'
import { ChosenTests } from '../mutants/chosen-tests.ts'
import { mutants as allMutants, type Mutant } from '../mutants/mutants.ts'
import { type Failure, TreeCopy } from '../mutants/tree-copy.ts'

export async function mutants(root: string, args: string[]): Promise<number> {
  const wanted = args.filter(arg => !arg.startsWith('--'))
  const chosen = allMutants.filter(
    ({ name }) => wanted.length === 0 || wanted.some(part => name.includes(part)),
  )
  if (chosen.length === 0) {
    console.error(
      `No fault has "${wanted.join('" or "')}" in its name. They are in scripts/mutants/mutants.ts.`,
    )
    return 1
  }
  const copy = new TreeCopy(root)
  try {
    const left = await meetTests(copy, chosen, args)
    for (const { name } of left) console.log(`NOT FOUND  ${name}`)
    console.log(`${chosen.length - left.length} of ${chosen.length} found`)
    return left.length === 0 ? 0 : 1
  } finally {
    copy.close()
  }
}

/** Gives those that no test has found. */
async function meetTests(copy: TreeCopy, chosen: readonly Mutant[], args: string[]): Promise<Mutant[]> {
  const tests = new ChosenTests(readSourceTree(copy.root))
  const quick = await meetKind(copy, chosen, tests, {
    kind: 'quick',
    projects: ['anywhere', 'node', 'pages'],
    setsOf: mutant => tests.quickTests(mutant),
  })
  if (args.includes('--quick')) return quick
  const isThorough = args.includes('--thorough')
  return meetKind(copy, quick, tests, {
    kind: 'story',
    projects: ['stories', 'anywhere'],
    setsOf: mutant => [...tests.stories(mutant), ...(isThorough ? [tests.allStories()] : [])],
  })
}

interface TestKind {
  kind: 'quick' | 'story'
  projects: readonly string[]
  setsOf: (mutant: Mutant) => string[][]
}

async function meetKind(
  copy: TreeCopy,
  chosen: readonly Mutant[],
  tests: ChosenTests,
  { kind, projects, setsOf }: TestKind,
): Promise<Mutant[]> {
  const left: Mutant[] = []
  for (const mutant of chosen) {
    const startedMs = performance.now()
    let found: string | null = null
    for (const files of setsOf(mutant)) {
      const run = { projects, files, programs: tests.programs.runBy(files) }
      const outcome = await copy.findFault(mutant, run)
      for (const other of outcome.others) console.log(`${other.reason}, so it finds none  ${nameOf(other)}`)
      found = outcome.found && nameOf(outcome.found)
      if (found !== null) break
    }
    const seconds = `${Math.round((performance.now() - startedMs) / 1000)} s`
    if (found === null) left.push(mutant)
    const outcome = found === null ? `not by a ${kind} test` : `found by a ${kind} test`
    console.log(`${outcome}  ${mutant.name}  (${found === null ? '' : `${found}, `}${seconds})`)
  }
  return left
}

const nameOf = ({ file, test }: Failure) => `${file}: ${test}`
