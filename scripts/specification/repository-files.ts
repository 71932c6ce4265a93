// Reads the files of the repository in which ids of the specification may stand.

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export interface RepositoryFile {
  /** From the root of the repository, with slashes. */
  path: string
  text: string
}

const folders = [
  ...[
    'contracts',
    'primitives',
    'panel',
    'daemon',
    'cli',
    'plugin-host',
    'plugin-sdk',
    'plugins',
    'arena',
    'web',
    'e2e',
  ],
  ...['bench', 'scripts', 'templates', 'docs'],
]
const skippedFolders = new Set(['node_modules', 'dist', 'generated', 'screenshots'])
const readNames = /\.(?:tsx?|mjs|mts|md|proto|ya?ml)$/
/** Compressed text in which anything may look like an id, and the made-up examples of the test of this very check. */
const skippedNames = /compromised-passwords-list\.ts$|^scripts\/specification\//

export const specificationFolder = 'docs/specification'
export const proofsPath = `${specificationFolder}/proofs.md`

export function readRepository(root: string): RepositoryFile[] {
  const pages = readdirSync(root).filter(name => name.endsWith('.md'))
  const paths = [...pages, ...folders.flatMap(folder => pathsBelow(root, folder))]
  return paths
    .filter(path => readNames.test(path) && !skippedNames.test(path) && path !== proofsPath)
    .map(path => ({ path, text: readFileSync(join(root, path), 'utf8') }))
}

function pathsBelow(root: string, folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true })
    .toSorted((one, other) => (one.name < other.name ? -1 : 1))
    .flatMap(entry => {
      const path = `${folder}/${entry.name}`
      if (!entry.isDirectory()) return [path]
      return skippedFolders.has(entry.name) || entry.name.startsWith('.') ? [] : pathsBelow(root, path)
    })
}
