// `rookery template lint FILE...`: reads templates as the panel would and prints everything that is wrong with them.

import { readFile } from 'node:fs/promises'
import { type LocatedProblem, readTemplate } from '@rookery/contracts/template/read-template.ts'

type Print = (line: string) => void

/** The status is 1 when any file has a problem. */
export async function lintTemplates(files: readonly string[], print: Print): Promise<number> {
  if (files.length === 0) {
    print('name at least one file: rookery template lint FILE...')
    return 1
  }
  let isGood = true
  for (const file of files) {
    const problems = await problemsIn(file)
    if (problems.length === 0) print(`${file}: ok`)
    else isGood = false
    for (const problem of problems) print(`${place(file, problem)}: ${problem.place} ${problem.message}`)
  }
  return isGood ? 0 : 1
}

async function problemsIn(file: string): Promise<LocatedProblem[]> {
  try {
    const read = readTemplate(await readFile(file, 'utf8'))
    return 'problems' in read ? read.problems : []
  } catch (error) {
    const message = `cannot be read: ${error instanceof Error ? error.message : String(error)}`
    return [{ line: null, place: 'the file', message }]
  }
}

/** As editors and terminals understand it: `game.yaml:12`. */
const place = (file: string, { line }: LocatedProblem) => (line === null ? file : `${file}:${line}`)
