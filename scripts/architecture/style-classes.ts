// Finds classes of CSS modules that no component uses, and those that a component uses but no module has.

import { readdirSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'

export interface StyleSource {
  /** From the root of the repository, with slashes. */
  path: string
  text: string
}

export function readStyleSources(root: string, folder = 'web/src'): StyleSource[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter(name => /\.module\.css$|\.tsx?$/.test(name))
    .map(name => ({
      path: posix.join(folder, name),
      text: readFileSync(join(root, folder, name), 'utf8'),
    }))
}

/** Names of other people's classes stand in `:global(…)`. */
function classesOf(css: string): Set<string> {
  const own = css.replaceAll(/\/\*[\s\S]*?\*\/|:global\([^)]*\)|\{[^{}]*\}/g, ' ')
  return new Set([...own.matchAll(/\.([A-Za-z][\w-]*)/g)].map(([, name = '']) => name))
}

/** A module that is read by a computed name counts as used in whole. */
function usesIn(sources: readonly StyleSource[]): Map<string, Set<string>> {
  const uses = new Map<string, Set<string>>()
  for (const { path, text } of sources) {
    for (const [, name = '', target = ''] of text.matchAll(/import (\w+) from '([^']+\.module\.css)'/g)) {
      const module = posix.join(posix.dirname(path), target)
      const used = uses.get(module) ?? new Set<string>()
      const code = text.replaceAll(/'[^'\n]*'/g, "''")
      for (const [read] of code.matchAll(/(?<![\w.])\w+(?:\.\w+|\[)/g)) {
        if (read === `${name}[`) used.add('*')
        else if (read.startsWith(`${name}.`)) used.add(read.slice(name.length + 1))
      }
      uses.set(module, used)
    }
  }
  return uses
}

export function brokenClasses(sources: readonly StyleSource[]): string[] {
  const uses = usesIn(sources)
  return sources
    .filter(({ path }) => path.endsWith('.module.css'))
    .flatMap(({ path, text }) => {
      const used = uses.get(path)
      if (!used) return [`${path} is imported by nothing`]
      const classes = classesOf(text)
      const missing = [...used].filter(name => name !== '*' && !classes.has(name))
      const unused = used.has('*') ? [] : [...classes].filter(name => !used.has(name))
      return [
        ...missing.map(name => `${path}: .${name} is used but not there`),
        ...unused.map(name => `${path}: .${name} is used by nothing`),
      ]
    })
}
