// Writes docs/specification/proofs.md: for every id of the specification the tests whose names contain it.

import { type NamedTest, testsById } from './citations.ts'
import { type Definition, type IdKind, readDefinitions } from './definitions.ts'
import type { RepositoryFile } from './repository-files.ts'

/** Files without the names of their tests: the page changes when a proof moves, not with every name. */
const listedFiles = 3
const chapters: [IdKind, string][] = [
  ['assertion', 'Assertions'],
  ['reading', 'Readings'],
  ['threat', 'Threats'],
  ['rule', 'Rules of the link and of the keeper'],
]
const start = `# Proofs

The test files behind each id of the [specification](README.md): those with a test whose name contains it; search the file for the id. This page is written by \`npm run generate\`; do not edit it.
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

function rowOf({ id, path, provedBy }: Definition, tests: ReadonlyMap<string, NamedTest[]>): string {
  const files = [...new Set(tests.get(id)?.map(test => test.path))]
  const rest = files.length - listedFiles
  const cell = [
    ...files.slice(0, listedFiles).map(file => `[${file}](../../${file})`),
    ...(rest > 0 ? [`and ${rest} more`] : []),
    ...(provedBy.length > 0 ? [`shown by ${provedBy.map(linkTo).join(', ')}`] : []),
  ]
  return `| <a id="${id.toLowerCase()}"></a>[${id}](../../${path}) | ${cell.join('<br>')} |`
}

function linkTo(id: string): string {
  return `[${id}](#${id.toLowerCase()})`
}
