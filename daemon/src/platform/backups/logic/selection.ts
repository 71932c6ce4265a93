// Which paths a backup leaves out, by the patterns of its request.

import { createPathPatterns } from '../../confined-files/logic/path-patterns.ts'

/** For a path relative to the files of a backup; what is below a path that is left out need not be asked for. */
export function createSelection(
  exclude: readonly string[],
  include: readonly string[],
): (path: string) => boolean {
  const excluded = createPathPatterns(exclude)
  const included = include.map(line => line.split('/').filter(isName)).filter(names => names.length > 0)
  // The beginnings of each: a folder on the way to something that is wanted is wanted too.
  const beginnings = included.map(names =>
    names.map((_, depth) => createPathPatterns([`/${names.slice(0, depth + 1).join('/')}`])),
  )
  const isIncluded = (path: string) => {
    const depth = path.split('/').length
    return beginnings.some(patterns => patterns[Math.min(depth, patterns.length) - 1]?.matches(path) === true)
  }
  return path => excluded.matches(path) || (beginnings.length > 0 && !isIncluded(path))
}

const isName = (name: string) => name !== '' && name !== '.'
