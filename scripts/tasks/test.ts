// npm test and npm run test:services: run vitest and end with one line that counts.

import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readSourceTree } from '../architecture/source-tree.ts'
import { changedSince, findChangedTests } from './changed-tests.ts'
import { ProgramsOfTests } from './programs-of-tests.ts'
import { notesVariable } from './run-notes-reporter.ts'
import { commandOf, runNode } from './run-program.ts'
import { buildWhenNeeded } from './start.ts'
import {
  failureLines,
  leftOutLines,
  type RunNotes,
  slowestLines,
  summaryLine,
  type TestReport,
} from './test-summary.ts'

/** Stories run what is shipped, so it is built first. */
export async function test(root: string, args: string[]): Promise<number> {
  return buildAndRun(root, ['anywhere', 'node', 'pages', 'stories'], args)
}

export async function testServices(root: string, args: string[]): Promise<number> {
  return buildAndRun(root, ['services'], args)
}

async function buildAndRun(root: string, projects: string[], args: string[]): Promise<number> {
  const wanted = await wantedTests(root, projects, args)
  if (wanted === null) {
    console.log('No test needs what has changed.')
    console.log(summaryLine(emptyReport, 0))
    return 0
  }
  const isBuilt = await buildFor(root, projects, wanted)
  const { status } = await runVitest(root, projects, wanted, isBuilt)
  return isBuilt ? status : 1
}

/** Where tests are named, only what they run is built. */
async function buildFor(root: string, projects: string[], args: readonly string[]): Promise<boolean> {
  const tree = readSourceTree(root)
  const names = args.filter(arg => !arg.startsWith('-'))
  const suffix = projects.includes('services') ? /\.services\.test\.ts$/ : /(?<!\.services)\.test\.ts$/
  const files = tree.map(({ path }) => path).filter(path => suffix.test(path))
  const named = names.map(name => files.filter(path => path.includes(name)))
  // A name that is none, as the value of an option, says nothing about what runs.
  const isKnown = named.length > 0 && named.every(found => found.length > 0)
  const programs = isKnown ? new ProgramsOfTests(tree).runBy(named.flat()) : 'all'
  return programs === 'none' || buildWhenNeeded(root, programs === 'all' ? null : programs)
}

/** `--changed` becomes the files that a change asks for; null when there are none. */
async function wantedTests(root: string, projects: string[], args: string[]): Promise<string[] | null> {
  const changed = changedSince(args)
  if (changed === null) return args
  const files = await findChangedTests(root, projects, changed.ref)
  return files.length === 0 ? null : [...files, ...changed.rest]
}

const emptyReport: TestReport = {
  numPassedTests: 0,
  numFailedTests: 0,
  numPendingTests: 0,
  numTodoTests: 0,
  testResults: [],
}

/** Shows the run and ends with the line that counts. */
export async function runVitest(
  root: string,
  projects: string[],
  args: string[],
  isBuilt: boolean,
): Promise<{ status: number; report: TestReport | null }> {
  const folder = mkdtempSync(join(tmpdir(), 'rookery-test-report-'))
  const reportFile = join(folder, 'report.json')
  const notesFile = join(folder, 'notes.json')
  process.env[notesVariable] = notesFile
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
        `--reporter=${join(root, 'scripts/tasks/run-notes-reporter.ts')}`,
        ...args,
      ],
      { capture: false },
    )
    const report = readJson<TestReport>(reportFile)
    const notes = readJson<RunNotes>(notesFile)
    const lines = [
      ...slowestLines(notes, root),
      ...leftOutLines(notes, report, process.getuid?.() === 0),
      ...failureLines(report, root),
    ]
    for (const line of lines) console.log(line)
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

function readJson<Shape>(file: string): Shape | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Shape
  } catch {
    return null
  }
}
