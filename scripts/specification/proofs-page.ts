// Writes docs/specification/proofs.md: for every id of the specification the tests whose names contain it.

import { type NamedTest, testsById } from './citations.ts'
import { type Definition, type IdKind, readDefinitions } from './definitions.ts'
import type { RepositoryFile } from './repository-files.ts'

/** More would hide the list; the others are found by searching for the id. */
const shownTests = 3
const chapters: [IdKind, string][] = [
  ['assertion', 'Assertions'],
  ['reading', 'Readings'],
  ['threat', 'Threats'],
]
const start = `# Proofs

The tests behind each id of the [specification](README.md): those whose names contain it. This page is written by \`npm run generate\`; do not edit it.
`

export function writeProofsPage(files: readonly RepositoryFile[]): string {
  const definitions = readDefinitions(files)
  const tests = testsById(files)
  const written = chapters.map(([kind, name]) => {
    const rows = definitions
      .filter(definition => definition.kind === kind)
      .toSorted((one, other) => (one.id < other.id ? -1 : 1))
      .map(definition => rowOf(definition, tests))
    return `## ${name}\n\n| Id | Tests |\n|---|---|\n${rows.join('\n')}\n`
  })
  return [start, ...written].join('\n')
}

function rowOf({ id, path, shownBy }: Definition, tests: ReadonlyMap<string, NamedTest[]>): string {
  const all = onePerName(tests.get(id) ?? [])
  const listed = Map.groupBy(all.slice(0, shownTests), test => test.path)
  const cell = [
    ...[...listed].map(([file, named]) => describeTests(id, file, named)),
    ...(all.length > shownTests ? [`and ${all.length - shownTests} more`] : []),
    ...(shownBy.length > 0 ? [`shown by ${shownBy.map(linkTo).join(', ')}`] : []),
  ]
  return `| <a id="${id.toLowerCase()}"></a>[${id}](${path.split('/').at(-1)}) | ${cell.join('<br>')} |`
}

function onePerName(tests: readonly NamedTest[]): NamedTest[] {
  return [...new Map(tests.map(test => [`${test.path}\n${test.name}`, test])).values()]
}

function linkTo(id: string): string {
  return `[${id}](#${id.toLowerCase()})`
}

/** A row of a table of tests may be called by the id alone, which says nothing more. */
function describeTests(id: string, path: string, tests: readonly NamedTest[]): string {
  const names = tests.map(({ name }) => name).filter(name => name !== id)
  const escaped = names.map(name => name.replaceAll(/[\\`*_<>|[\]]/g, character => `\\${character}`))
  return [`[${path}](../../${path})`, ...(escaped.length > 0 ? [escaped.join('; ')] : [])].join(': ')
}
