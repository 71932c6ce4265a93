// Which tests a planted fault meets, and which built programs these tests run.

import type { SourceFile } from '../architecture/source-tree.ts'
import type { Mutant } from './mutants.ts'

/** Whose importers run built programs. */
const startProgram = 'test-services/start-program.ts'
/** Whoever takes nothing else out of it runs the daemon from its source, and only these two as they are built. */
const onlyKeeper = /import \{ shippedKeeper \} from '[./]*\/test-services\/start-program\.ts'/
const keeperPrograms = ['dist/keeper.mjs', 'dist/launcher.mjs']

export type BuiltPrograms = 'none' | 'all' | readonly string[]

export const isStory = (path: string): boolean => path.startsWith('e2e/') || path.startsWith('web/pictures/')

export class ChosenTests {
  readonly #files: ReadonlyMap<string, SourceFile>
  readonly #tests: readonly string[]

  constructor(tree: readonly SourceFile[]) {
    this.#files = new Map(tree.map(file => [file.path, file]))
    this.#tests = tree
      .map(({ path }) => path)
      .filter(path => path.endsWith('.test.ts') && !path.endsWith('.services.test.ts'))
      .toSorted()
  }

  /**
   * One set after the other until one of them finds the fault: those named with it, then those that import its file; of
   * both first the ones that run no built panel or daemon.
   */
  quickTests({ file, tests }: Mutant): string[][] {
    const named = this.#below(tests).filter(path => !isStory(path))
    const importing = this.#tests.filter(
      path => !isStory(path) && !named.includes(path) && this.#reached(path).has(file),
    )
    const needsBuild = (path: string) => this.programsRunBy([path]) === 'all'
    return [named, importing]
      .flatMap(paths => [paths.filter(path => !needsBuild(path)), paths.filter(needsBuild)])
      .filter(paths => paths.length > 0)
  }

  stories({ tests }: Mutant): string[][] {
    return [this.#below(tests).filter(isStory)].filter(paths => paths.length > 0)
  }

  allStories(): string[] {
    return this.#tests.filter(isStory)
  }

  programsRunBy(paths: readonly string[]): BuiltPrograms {
    if (paths.some(isStory)) return 'all'
    const starting = new Set(
      paths.flatMap(path => [...this.#reached(path)]).filter(path => this.#starts(path)),
    )
    if (starting.size === 0) return 'none'
    const isKeeperOnly = [...starting].every(path => onlyKeeper.test(this.#files.get(path)?.text ?? ''))
    return isKeeperOnly ? keeperPrograms : 'all'
  }

  #below(places: readonly string[]): string[] {
    return this.#tests.filter(path => places.some(place => path === place || path.startsWith(`${place}/`)))
  }

  #starts(path: string): boolean {
    return this.#files.get(path)?.imports.includes(startProgram) ?? false
  }

  /** The file and all that it imports, also through others. */
  #reached(path: string): Set<string> {
    const reached = new Set([path])
    for (const at of reached) {
      for (const next of this.#files.get(at)?.imports ?? []) reached.add(next)
    }
    return reached
  }
}
