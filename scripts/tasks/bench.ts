// npm run bench [-- NAME …]: every program in bench/, one after another, on what was built now; then one table of all.

import { tableLines } from '../../bench/report/table.ts'
import { buildTask } from './build.ts'
import { benchNames, runBenches } from './run-benches.ts'

export async function bench(root: string, args: string[]): Promise<number> {
  const all = benchNames(root)
  const unknown = args.filter(word => !all.includes(word))
  if (unknown.length > 0) {
    console.error(`There is no bench named ${unknown.join(', ')}: the names are ${all.join(', ')}.`)
    return 1
  }
  await buildTask(root)
  const wanted = args.length === 0 ? all : all.filter(name => args.includes(name))
  const { rows, failed } = await runBenches(root, wanted)
  console.log(`\n# all\n\n${tableLines(rows).join('\n')}`)
  if (failed.length === 0) return 0
  console.error(`\nNot measured to the end: ${failed.join(', ')}. Why stands above.`)
  return 1
}
