// Where ids of the specification are cited: anywhere in a file, and in the names of tests.

import type { RepositoryFile } from './repository-files.ts'

export interface NamedTest {
  path: string
  /** As it is written; with `%s` where a table fills it in, or the row of that table. */
  name: string
}

const idPattern = /(?<![\w%-])(?:C\d{3}|A\d{2}|T-\d{3}|[LK]\d{1,2})(?![\w-])/g
const literal = /(['"`])((?:\\.|(?!\1)[^\\])*)\1/g
const title = /(?:\b(?:test|proofTest|it|describe)(?:\.\w+)*|\))\(\s*(['"`])((?:\\.|(?!\1)[^\\])*)\1/g
const leadingSections = /^\d(?:\.\d+)*(?:(?:, | to )\d(?:\.\d+)*)*(?= )/
const namedSections = /\b[Ss]ections? (\d(?:\.\d+)*(?:(?:, | to | and )\d(?:\.\d+)*)*)/g
const commentLines = /^\s*(?:\/\/|\/?\*).*$/gm
const sectionInParentheses = /\((\d\.\d{1,2}(?:\.\d{1,2})?)(?=[,):;]| to | and )/g

export function idsIn(text: string): string[] {
  return [...new Set(text.match(idPattern))]
}

/** Sections that a text names: "section 5.6", "sections 5.1 to 5.4", and in a comment of code "(5.6.8)" too. */
export function sectionsNamedIn(text: string): string[] {
  const comments = text.match(commentLines)?.join('\n') ?? ''
  return [...text.matchAll(namedSections), ...comments.matchAll(sectionInParentheses)].flatMap(
    match => match[1]?.match(/\d(?:\.\d+)*/g) ?? [],
  )
}

function isTestFile({ path, text }: RepositoryFile): boolean {
  return /\.tsx?$/.test(path) && text.includes("from 'vitest'")
}

/** Every test, or row of a table of tests, whose name contains the id; in the order of the files. */
export function testsById(files: readonly RepositoryFile[]): Map<string, NamedTest[]> {
  const tests = new Map<string, NamedTest[]>()
  for (const file of files.filter(isTestFile)) {
    for (const line of file.text.split('\n')) {
      if (/^\s*(?:\/\/|\/?\*)/.test(line)) continue
      for (const [, , name = ''] of line.matchAll(literal)) {
        for (const id of idsIn(name)) tests.set(id, [...(tests.get(id) ?? []), { path: file.path, name }])
      }
    }
  }
  return tests
}

/** The sections at the beginning of the names of tests, with each name. */
export function sectionsOfTests(files: readonly RepositoryFile[]): (NamedTest & { section: string })[] {
  return files.filter(isTestFile).flatMap(({ path, text }) =>
    [...text.matchAll(title)].flatMap(([, , name = '']) => {
      const sections = leadingSections.exec(name)?.[0].match(/\d(?:\.\d+)*/g) ?? []
      return sections.map(section => ({ path, name, section }))
    }),
  )
}
