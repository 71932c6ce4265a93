// What `npm run prove` is asked for, the areas that it knows by the names of the proof files, and the page that it can leave.

import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { TestReport } from './test-summary.ts'

const folder = 'e2e/prove'
const ending = '.prove.ts'

export interface ProofArea {
  name: string
  /** Relative to the root. */
  file: string
  /** The file's first line, which says what it is for. */
  about: string
}

/** `-t` and what follows it are for vitest: of the areas only the proofs with that in their name. */
export function readProveArguments(args: readonly string[]): { wanted: string[]; only: string[] } {
  const at = args.indexOf('-t')
  const only = at < 0 ? [] : args.slice(at, at + 2)
  const others = at < 0 ? args : args.toSpliced(at, 2)
  return { wanted: others.filter(arg => !arg.startsWith('-')), only }
}

export function proofAreas(root: string): ProofArea[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter(path => path.endsWith(ending))
    .toSorted()
    .map(path => ({
      name: basename(path, ending),
      file: join(folder, path),
      about: firstLine(readFileSync(join(root, folder, path), 'utf8')),
    }))
}

function firstLine(text: string): string {
  return (text.split('\n')[0] ?? '').replace(/^\/\/ /, '')
}

/** The area itself and its parts: `console` also takes `console-memory`. */
export function areasNamed(areas: readonly ProofArea[], wanted: string): ProofArea[] {
  return areas.filter(({ name }) => name === wanted || name.startsWith(`${wanted}-`))
}

/** What the run has shown, as a page of docs/proofs. A proof gives its figures in `task.meta.figures`. */
export function proofPage(area: string, report: TestReport, run: { commit: string; day: string }): string {
  const rows = report.testResults.flatMap(({ assertionResults }) =>
    assertionResults.map(({ fullName = '', status, duration, meta }) => {
      const seconds = ((duration ?? 0) / 1_000).toFixed(1)
      return `| ${cell(fullName)} | ${status} | ${seconds} s | ${cell(meta?.figures ?? '')} |`
    }),
  )
  return [
    `# Proof: ${area}`,
    '',
    `Run on ${run.day} at ${run.commit} with \`npm run prove -- ${area} --write\`.`,
    '',
    '| Proof | Result | Took | Figures |',
    '|---|---|---|---|',
    ...rows,
    '',
  ].join('\n')
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll(/\s+/g, ' ')
}
