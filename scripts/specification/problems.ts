// Finds where code, tests and docs do not agree with docs/specification, in sentences that say what to do.

import { idsIn, sectionsNamedIn, sectionsOfTests, testsById } from './citations.ts'
import { readDefinitions } from './definitions.ts'
import { type RepositoryFile, specificationFolder } from './repository-files.ts'

export function findProblems(files: readonly RepositoryFile[]): string[] {
  const definitions = readDefinitions(files)
  const known = new Set(definitions.map(({ id }) => id))
  const tests = testsById(files)

  const twice = definitions
    .filter(({ id }, index) => definitions.findIndex(other => other.id === id) !== index)
    .map(({ id, path }) => `${id} is defined twice; the second time in ${path}`)
  const undefinedIds = files.flatMap(({ path, text }) =>
    idsIn(text)
      .filter(id => !known.has(id))
      .map(id => `${path} cites ${id}, which ${specificationFolder} does not define`),
  )
  const undefinedSections = [
    ...sectionsOfTests(files),
    ...files.flatMap(({ path, text }) => sectionsNamedIn(text).map(section => ({ path, section, name: '' }))),
  ]
    .filter(({ section }) => !known.has(section))
    .map(({ path, section, name }) => `${path} names the section ${section}, which does not exist: ${name}`)
  const unproven = definitions
    .filter(({ kind }) => kind !== 'section' && kind !== 'rule')
    .filter(({ id, provedBy }) => !tests.has(id) && provedBy.length === 0)
    .map(
      ({ id, path }) => `${id} of ${path} has no test: put the id into the name of the test that proves it`,
    )
  const unlinked = files
    .filter(({ path }) => path.startsWith(`${specificationFolder}/`))
    .flatMap(({ path, text }) =>
      [...text.matchAll(/^\| (C\d{3}|A\d{2}|T-\d{3}) \|/gm)].map(
        ([, id = '']) => `${id} of ${path} is not a link: write [${id}](proofs.md#${id.toLowerCase()})`,
      ),
    )
  return [...new Set([...twice, ...undefinedIds, ...undefinedSections, ...unproven, ...unlinked])]
}
