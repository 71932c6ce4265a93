// npm run bench [-- NAME …]: every program in bench/, one after another, on what was built now; then one table of all.
// npm run bench -- compare COMMIT [NAME …]: the same beside another commit. A NAME may be `http=profile`: some rows of it.

import { tableLines } from '../../bench/report/table.ts'
import { buildTask } from './build.ts'
import { compareBenches } from './compare-benches.ts'
import { benchNames, benchOf, runBenches } from './run-benches.ts'

export async function bench(root: string, args: string[]): Promise<number> {
  const all = benchNames(root)
  const [first, commit, ...others] = args
  const isComparison = first === 'compare'
  if (isComparison && commit === undefined) {
    console.error('Name the commit to compare with: npm run bench -- compare HEAD~1 http')
    return 1
  }
  const named = isComparison ? others : args
  const unknown = named.filter(name => !all.includes(benchOf(name).folder))
  if (unknown.length > 0) {
    console.error(`There is no bench named ${unknown.join(', ')}: the names are ${all.join(', ')}.`)
    return 1
  }
  const wanted = named.length === 0 ? all : named
  if (isComparison && commit !== undefined) return compareBenches(root, commit, wanted)
  await buildTask(root, [])
  const { rows, failed } = await runBenches(root, wanted)
  console.log(`\n# all\n\n${tableLines(rows).join('\n')}`)
  if (failed.length === 0) return 0
  console.error(`\nNot measured to the end: ${failed.join(', ')}. Why stands above.`)
  return 1
}
