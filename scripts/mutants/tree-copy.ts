// A copy of the tree in which one fault at a time is planted and tests are run, and what they say without any fault.

import { execFileSync } from 'node:child_process'
import { chmodSync, cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, relative } from 'node:path'
import { findOutdated } from '../build/outputs.ts'
import type { BuiltPrograms } from '../tasks/programs-of-tests.ts'
import { commandOf, runNode } from '../tasks/run-program.ts'
import { buildWhenNeeded } from '../tasks/start.ts'
import type { TestReport } from '../tasks/test-summary.ts'
import type { Mutant } from './mutants.ts'

export interface Failure {
  file: string
  test: string
}

/** It says nothing about the fault. */
export interface OtherFailure extends Failure {
  reason: string
}

interface TestRun {
  projects: readonly string[]
  files: readonly string[]
  programs: BuiltPrograms
}

const buildFailure: Failure = { file: 'dist', test: 'the build' }
const builtFolders = ['dist', 'web/dist']
const packageFolders = ['node_modules', 'web/node_modules', 'contracts/node_modules']
/** Compiled tests of every run there was. */
const caches = ['.vitest-cache', '.vite-temp']

export class TreeCopy {
  readonly #home = mkdtempSync(join(tmpdir(), 'rookery-mutants-'))
  readonly #root = join(this.#home, 'tree')
  readonly #cleanBuild = join(this.#home, 'clean')
  /** By file that has run without a fault: the tests that failed in it. */
  readonly #clean = new Map<string, ReadonlySet<string>>()

  #hasCleanBuild = false

  /** What is committed, with the packages and programs that are there. */
  constructor(root: string) {
    // Users of games must reach the programs in it, or tests fail whatever is planted.
    chmodSync(this.#home, 0o755)
    execFileSync('git', ['clone', '--quiet', '--no-hardlinks', root, this.#root])
    const folders = [...packageFolders, ...builtFolders].filter(folder => existsSync(join(root, folder)))
    for (const folder of folders) copyFolder(join(root, folder), join(this.#root, folder))
  }

  get root(): string {
    return this.#root
  }

  close(): void {
    rmSync(this.#home, { recursive: true, force: true })
  }

  /** The test that fails with the fault each time and passes without it, and those that fail for another reason. */
  async findFault(mutant: Mutant, run: TestRun): Promise<{ found: Failure | null; others: OtherFailure[] }> {
    const others: OtherFailure[] = []
    for (;;) {
      const files = run.files.filter(file => !others.some(other => other.file === file))
      const [failure] = await this.#failuresWithFault(mutant, { ...run, files })
      if (!failure || failure.file === buildFailure.file) return { found: failure ?? null, others }
      const alone = { ...run, files: [failure.file] }
      if ((await this.#failuresWithoutFault(alone)).has(failure.test)) {
        others.push({ ...failure, reason: 'fails without the fault too' })
      } else if ((await this.#failuresWithFault(mutant, alone)).length === 0) {
        others.push({ ...failure, reason: 'fails now and then' })
      } else return { found: failure, others }
    }
  }

  /** Each file runs once. */
  async #failuresWithoutFault(run: TestRun): Promise<ReadonlySet<string>> {
    const [file = ''] = run.files
    const known = this.#clean.get(file)
    if (known) return known
    const failures = await this.#failures(run, { stopsAtFirst: false })
    const tests = new Set(failures.map(({ test }) => test))
    this.#clean.set(file, tests)
    return tests
  }

  /** One is enough, so the first ends the run. */
  async #failuresWithFault({ file, find, replace }: Mutant, run: TestRun): Promise<Failure[]> {
    if (run.files.length === 0) return []
    const { programs } = run
    if (programs !== 'none') await this.#buildClean()
    const path = join(this.#root, file)
    const text = readFileSync(path, 'utf8')
    writeFileSync(path, text.split(find).join(replace))
    let isBuilt = false
    try {
      const outdated = programs === 'none' ? [] : findOutdated(this.#root)
      isBuilt = programs === 'all' ? outdated.length > 0 : outdated.some(output => programs.includes(output))
      if (isBuilt && !(await buildWhenNeeded(this.#root))) return [buildFailure]
      return await this.#failures(run, { stopsAtFirst: true })
    } finally {
      writeFileSync(path, text)
      if (isBuilt) this.#restoreBuild()
    }
  }

  /** Once, for the first tests that run programs. */
  async #buildClean(): Promise<void> {
    if (this.#hasCleanBuild) return
    if (!(await buildWhenNeeded(this.#root))) {
      throw new Error('what is committed cannot be built, so no fault can be planted in it')
    }
    for (const folder of builtFolders) copyFolder(join(this.#root, folder), join(this.#cleanBuild, folder))
    this.#hasCleanBuild = true
  }

  #restoreBuild(): void {
    for (const folder of builtFolders) {
      rmSync(join(this.#root, folder), { recursive: true, force: true })
      copyFolder(join(this.#cleanBuild, folder), join(this.#root, folder))
    }
  }

  async #failures(run: TestRun, { stopsAtFirst }: { stopsAtFirst: boolean }): Promise<Failure[]> {
    const reportFile = join(this.#home, 'report.json')
    rmSync(reportFile, { force: true })
    const { status, output } = await runNode(
      this.#root,
      [
        commandOf(this.#root, 'vitest'),
        'run',
        ...run.files,
        ...(stopsAtFirst ? ['--bail=1'] : []),
        '--reporter=json',
        `--outputFile.json=${reportFile}`,
        ...run.projects.flatMap(project => ['--project', project]),
      ],
      { capture: true },
    )
    const report = readReport(reportFile, output)
    const failures = report.testResults.flatMap(file => {
      const name = relative(this.#root, file.name)
      const failed = file.assertionResults.filter(result => result.status === 'failed')
      if (failed.length > 0) return failed.map(({ fullName = '' }) => ({ file: name, test: fullName }))
      return file.status === 'failed' ? [{ file: name, test: 'the file' }] : []
    })
    // A run that is cut short may end before its failure is in the report.
    const isLost = status !== 0 && failures.length === 0 && stopsAtFirst
    return isLost ? this.#failures(run, { stopsAtFirst: false }) : failures
  }
}

function copyFolder(from: string, to: string): void {
  cpSync(from, to, {
    recursive: true,
    verbatimSymlinks: true,
    preserveTimestamps: true,
    filter: path => !caches.includes(basename(path)),
  })
}

function readReport(file: string, output: string): TestReport {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as TestReport
  } catch {
    throw new Error(`the tests gave no report:\n${output.slice(-4_000)}`)
  }
}
