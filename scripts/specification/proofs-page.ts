// Writes docs/specification/proofs.md: for every id of the specification the tests whose names contain it.

import { type NamedTest, testsById } from './citations.ts'
import { type Definition, type IdKind, readDefinitions } from './definitions.ts'
import type { RepositoryFile } from './repository-files.ts'

/** With the first test of each: a page that names them all would change with every test, and nobody would read it. */
const listedFiles = 3
const chapters: [IdKind, string][] = [
  ['assertion', 'Assertions'],
  ['reading', 'Readings'],
  ['threat', 'Threats'],
  ['rule', 'Rules of the link and of the keeper'],
]
const start = `# Proofs

The tests behind each id of the [specification](README.md): those whose names contain it, the first of each file. This page is written by \`npm run generate\`; do not edit it.
`

export function writeProofsPage(files: readonly RepositoryFile[]): string {
  const definitions = readDefinitions(files)
  const tests = testsById(files)
  const written = chapters.map(([kind, name]) => {
    const rows = definitions
      .filter(definition => definition.kind === kind)
      .toSorted((one, other) => one.id.localeCompare(other.id, 'en', { numeric: true }))
      .map(definition => rowOf(definition, tests))
    return `## ${name}\n\n| Id | Tests |\n|---|---|\n${rows.join('\n')}\n`
  })
  return [start, ...written].join('\n')
}

function rowOf({ id, path, shownBy }: Definition, tests: ReadonlyMap<string, NamedTest[]>): string {
  const byFile = [...Map.groupBy(tests.get(id) ?? [], test => test.path)]
  const rest = byFile.length - listedFiles
  const cell = [
    ...byFile.slice(0, listedFiles).map(([file, named]) => describeFile(id, file, named)),
    ...(rest > 0 ? [`and ${rest} more ${rest === 1 ? 'file' : 'files'}`] : []),
    ...(shownBy.length > 0 ? [`shown by ${shownBy.map(linkTo).join(', ')}`] : []),
  ]
  return `| <a id="${id.toLowerCase()}"></a>[${id}](../../${path}) | ${cell.join('<br>')} |`
}

function linkTo(id: string): string {
  return `[${id}](#${id.toLowerCase()})`
}

/** The file and its first test. A row of a table of tests may be called by the id alone, which says nothing more. */
function describeFile(id: string, path: string, tests: readonly NamedTest[]): string {
  const link = `[${path}](../../${path})`
  const first = tests.find(({ name }) => name !== id)?.name
  return first ? `${link}: ${first.replaceAll(/[\\`*_<>|[\]]/g, character => `\\${character}`)}` : link
}
