// Which tests a planted fault meets.

import type { SourceFile } from '../architecture/source-tree.ts'
import { isStory, ProgramsOfTests } from '../tasks/programs-of-tests.ts'
import type { Mutant } from './mutants.ts'

export class ChosenTests {
  readonly programs: ProgramsOfTests
  readonly #tests: readonly string[]

  constructor(tree: readonly SourceFile[]) {
    this.programs = new ProgramsOfTests(tree)
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
      path => !isStory(path) && !named.includes(path) && this.programs.reached(path).has(file),
    )
    const needsBuild = (path: string) => this.programs.runBy([path]) === 'all'
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

  #below(places: readonly string[]): string[] {
    return this.#tests.filter(path => places.some(place => path === place || path.startsWith(`${place}/`)))
  }
}
