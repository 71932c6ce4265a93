// npm run prove -- AREA [-t PART OF A NAME]: the long proofs of one area, without a limit of time. Without an area: what
// there is.

import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { areasNamed, type ProofArea, proofAreas, proofPage, readProveArguments } from './proof-areas.ts'
import { buildWhenNeeded } from './start.ts'
import { runVitest } from './test.ts'
import type { TestReport } from './test-summary.ts'

export async function prove(root: string, args: string[]): Promise<number> {
  const { wanted, only } = readProveArguments(args)
  const areas = proofAreas(root)
  const unknown = wanted.filter(name => areasNamed(areas, name).length === 0)
  if (wanted.length === 0 || unknown.length > 0) {
    for (const name of unknown) console.error(`There is no area "${name}".`)
    console.log(['The areas are:', ...areas.map(describeArea)].join('\n'))
    return unknown.length > 0 ? 1 : 0
  }
  // Proofs are of what is shipped.
  if (!(await buildWhenNeeded(root))) return 1
  const files = wanted.flatMap(name => areasNamed(areas, name).map(({ file }) => file))
  const { status, report } = await runVitest(root, ['prove'], [...files, ...only], true)
  if (args.includes('--write') && report) writePage(root, wanted.join('-'), report)
  return status
}

function describeArea({ name, about }: ProofArea): string {
  return `  ${name.padEnd(20)} ${about}`
}

function writePage(root: string, area: string, report: TestReport): void {
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim()
  const day = new Date().toISOString().slice(0, 10)
  const folder = join(root, 'docs', 'proofs')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, `${area}.md`), proofPage(area, report, { commit, day }))
  console.error(`Written: docs/proofs/${area}.md`)
}
