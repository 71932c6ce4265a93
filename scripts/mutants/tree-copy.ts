// A copy of the tree in which one fault at a time is planted and tests are run, and what they say without any fault.

import { execFileSync } from 'node:child_process'
import { chmodSync, cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, relative } from 'node:path'
import { findOutdated } from '../build/outputs.ts'
import { commandOf, runNode } from '../tasks/run-program.ts'
import { buildWhenNeeded } from '../tasks/start.ts'
import type { TestReport } from '../tasks/test-summary.ts'
import type { BuiltPrograms } from './chosen-tests.ts'
import type { Mutant } from './mutants.ts'

export interface Failure {
  file: string
  test: string
}

interface TestRun {
  projects: readonly string[]
  files: readonly string[]
  programs: BuiltPrograms
}

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

  /** What is committed, with the packages that are there, and its programs built. */
  static async open(root: string): Promise<TreeCopy | null> {
    const copy = new TreeCopy()
    // Users of games must reach the programs in it, or tests fail whatever is planted.
    chmodSync(copy.#home, 0o755)
    execFileSync('git', ['clone', '--quiet', '--no-hardlinks', root, copy.#root])
    for (const folder of [...packageFolders, ...builtFolders]) {
      copyFolder(join(root, folder), join(copy.#root, folder))
    }
    if (await buildWhenNeeded(copy.#root)) {
      for (const folder of builtFolders) copyFolder(join(copy.#root, folder), join(copy.#cleanBuild, folder))
      return copy
    }
    copy.close()
    return null
  }

  get root(): string {
    return this.#root
  }

  close(): void {
    rmSync(this.#home, { recursive: true, force: true })
  }

  /** Runs what has not run before, and gives every failure there was without a fault. */
  async failuresWithoutFault(run: TestRun): Promise<Failure[]> {
    const unknown = run.files.filter(file => !this.#clean.has(file))
    if (unknown.length > 0) {
      const failures = await this.#failures({ ...run, files: unknown }, { stopsAtFirst: false })
      for (const file of unknown) {
        this.#clean.set(file, new Set(failures.filter(one => one.file === file).map(({ test }) => test)))
      }
    }
    return run.files.flatMap(file => [...(this.#clean.get(file) ?? [])].map(test => ({ file, test })))
  }

  /** A test that fails with the fault and passes without it; null when there is none. */
  async findFault({ file, find, replace }: Mutant, run: TestRun): Promise<Failure | null> {
    const known = await this.failuresWithoutFault(run)
    const path = join(this.#root, file)
    const text = readFileSync(path, 'utf8')
    writeFileSync(path, text.split(find).join(replace))
    let isBuilt = false
    try {
      const outdated = run.programs === 'none' ? [] : findOutdated(this.#root)
      isBuilt =
        run.programs === 'all' ? outdated.length > 0 : outdated.some(output => run.programs.includes(output))
      if (isBuilt && !(await buildWhenNeeded(this.#root))) return { file: 'dist', test: 'the build' }
      const failures = await this.#failures(run, { stopsAtFirst: known.length === 0 })
      const isKnown = (one: Failure) => known.some(({ file, test }) => file === one.file && test === one.test)
      return failures.find(one => !isKnown(one)) ?? null
    } finally {
      writeFileSync(path, text)
      if (isBuilt) this.#restoreBuild()
    }
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
    const { output } = await runNode(
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
    return report.testResults.flatMap(({ name, status, assertionResults }) => {
      const file = relative(this.#root, name)
      const failed = assertionResults.filter(result => result.status === 'failed')
      if (failed.length > 0) return failed.map(({ fullName = '' }) => ({ file, test: fullName }))
      return status === 'failed' ? [{ file, test: 'the file' }] : []
    })
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
