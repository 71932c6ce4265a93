// The walks of ARCHITECTURE.md: every file named there exists, and imports the next one of its line.

import type { SourceFile } from './source-tree.ts'

const walkLine = /^ {3}- `((?:web|panel|daemon)\/src)`: (.+)$/gm

export function readWalks(text: string): string[][] {
  return [...text.matchAll(walkLine)].map(([, root = '', line = '']) =>
    line.split(' → ').map(name => `${root}/${name.replaceAll('`', '')}`),
  )
}

export function brokenWalks(text: string, tree: readonly SourceFile[]): string[] {
  const files = new Map(tree.map(file => [file.path, file]))
  return readWalks(text).flatMap(walk =>
    walk.flatMap((path, index) => {
      const file = files.get(path)
      const next = walk[index + 1]
      if (!file) return [`${path} does not exist`]
      return next === undefined || file.imports.includes(next) ? [] : [`${path} does not import ${next}`]
    }),
  )
}
