// Which built programs tests run, by what they import: a rule needs none, a story needs all.

import type { SourceFile } from '../architecture/source-tree.ts'

/** Whose importers run built programs. */
const startProgram = 'test-services/start-program.ts'
/** What some take out of it, and what they then run as it is built; all the rest runs from its source. */
const parts: Readonly<Record<string, readonly string[]>> = {
  shippedKeeper: ['dist/keeper.mjs', 'dist/launcher.mjs'],
  shippedPluginWorker: ['dist/plugin-worker.mjs'],
}
const importOfPrograms = /import \{([^}]*)\} from '[./]*\/test-services\/start-program\.ts'/g

/** Outputs of the build. */
export type BuiltPrograms = 'none' | 'all' | readonly string[]

export const isStory = (path: string): boolean => path.startsWith('e2e/') || path.startsWith('web/pictures/')

export class ProgramsOfTests {
  readonly #files: ReadonlyMap<string, SourceFile>

  constructor(tree: readonly SourceFile[]) {
    this.#files = new Map(tree.map(file => [file.path, file]))
  }

  /** Of a test that is not in the tree nothing is known, so it may run any. */
  runBy(tests: readonly string[]): BuiltPrograms {
    if (tests.some(path => isStory(path) || !this.#files.has(path))) return 'all'
    const starting = new Set(tests.flatMap(path => [...this.reached(path)].filter(one => this.#starts(one))))
    const taken = [...starting].flatMap(path => namesTaken(this.#files.get(path)?.text ?? ''))
    const outputs = taken.map(name => parts[name])
    if (outputs.includes(undefined)) return 'all'
    return outputs.length === 0 ? 'none' : [...new Set(outputs.flatMap(some => some ?? []))].toSorted()
  }

  /** The file and all that it imports, also through others. */
  reached(path: string): Set<string> {
    const reached = new Set([path])
    for (const at of reached) {
      for (const next of this.#files.get(at)?.imports ?? []) reached.add(next)
    }
    return reached
  }

  #starts(path: string): boolean {
    return this.#files.get(path)?.imports.includes(startProgram) ?? false
  }
}

/** A name that is not known stands for any program, and so does an import in another form. */
function namesTaken(text: string): string[] {
  const lists = [...text.matchAll(importOfPrograms)].map(match => match[1] ?? '')
  if (lists.length === 0) return ['anything']
  return lists.flatMap(list => list.split(',').map(name => name.trim())).filter(name => name !== '')
}
