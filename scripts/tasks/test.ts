// npm test and npm run test:services: run vitest and end with one line that counts.

import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { commandOf, runNode } from './run-program.ts'
import { buildWhenNeeded } from './start.ts'
import { failureLines, summaryLine, type TestReport } from './test-summary.ts'

/** Stories run what is shipped, so it is built first. */
export async function test(root: string, words: string[]): Promise<number> {
  return buildAndRun(root, ['anywhere', 'node', 'stories', 'alone'], words)
}

export async function testServices(root: string, words: string[]): Promise<number> {
  return buildAndRun(root, ['services'], words)
}

async function buildAndRun(root: string, projects: string[], words: string[]): Promise<number> {
  const isBuilt = await buildWhenNeeded(root)
  const { status } = await runVitest(root, projects, words, isBuilt)
  return isBuilt ? status : 1
}

/** Shows the run and ends with the line that counts. */
export async function runVitest(
  root: string,
  projects: string[],
  words: string[],
  isBuilt: boolean,
): Promise<{ status: number; report: TestReport | null }> {
  const folder = mkdtempSync(join(tmpdir(), 'rookery-test-report-'))
  const reportFile = join(folder, 'report.json')
  ignoreInterrupts()
  try {
    const { status } = await runNode(
      root,
      [
        commandOf(root, 'vitest'),
        'run',
        ...projects.flatMap(project => ['--project', project]),
        '--reporter=default',
        '--reporter=json',
        `--outputFile.json=${reportFile}`,
        ...words,
      ],
      { capture: false },
    )
    const report = readReport(reportFile)
    for (const line of failureLines(report, root)) console.log(line)
    console.log(summaryLine(report, isBuilt ? status : 1))
    return { status, report }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Ctrl-C reaches vitest too, which ends the run in order; then the summary still appears. */
function ignoreInterrupts(): void {
  process.on('SIGINT', () => {})
}

function readReport(file: string): TestReport | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as TestReport
  } catch {
    return null
  }
}
