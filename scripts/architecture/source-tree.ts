// Reads the source files that the architecture rules look at, with the imports of each.

import { readdirSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'

export interface SourceFile {
  /** From the root of the repository, with slashes. */
  path: string
  text: string
  /** Repository paths for relative imports and packages of the workspace; names for the rest. */
  imports: string[]
  /** Of these, what is imported for its types alone and is gone when the program runs. */
  typeImports: string[]
}

const programs = [
  'primitives',
  'contracts',
  'panel',
  'daemon',
  'cli',
  'arena',
  'web',
  'e2e',
  'bench',
  'test-services',
]
const skippedFolders = new Set(['node_modules', 'dist', 'generated'])
const importPattern =
  /(?:^|\n)\s*(?:import|export)\s[^'"\n;]*?(?:\{[^}]*\}[^'"\n]*?)?from\s*['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)|(?:^|\n)import\s+['"]([^'"]+)['"]/g

export function readSourceTree(root: string): SourceFile[] {
  return programs.flatMap(program => walk(root, program))
}

function walk(root: string, folder: string): SourceFile[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap(entry => {
    const path = `${folder}/${entry.name}`
    if (entry.isDirectory()) return skippedFolders.has(entry.name) ? [] : walk(root, path)
    return /\.tsx?$/.test(entry.name) ? [sourceFile(path, readFileSync(join(root, path), 'utf8'))] : []
  })
}

export function sourceFile(path: string, text: string): SourceFile {
  const found = [...text.matchAll(importPattern)].map(match => ({
    name: resolveImport(path, match[1] ?? match[2] ?? match[3] ?? ''),
    isType: /^\s*(import|export)\s+type\s/.test(match[0]),
  }))
  const running = new Set(found.filter(one => !one.isType).map(one => one.name))
  return {
    path,
    text,
    imports: found.map(one => one.name),
    typeImports: found.map(one => one.name).filter(name => !running.has(name)),
  }
}

function resolveImport(from: string, name: string): string {
  if (name.startsWith('.')) return posix.join(posix.dirname(from), name)
  const inWorkspace = /^@rookery\/([a-z-]+)\/(.+)$/.exec(name)
  return inWorkspace ? `${inWorkspace[1]}/src/${inWorkspace[2]}` : name
}
