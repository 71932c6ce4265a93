// Checks where a link may lead: down from its own folder, or up and then down, but never out of the root.

import { splitPath } from './path-components.ts'

/**
 * Null when the target stays inside; otherwise why not. `..` may only stand at its beginning: after a name that is
 * itself a link it would go up from wherever that leads.
 */
export function linkTargetProblem(path: string, target: string): string | null {
  const names = splitPath(path)
  if ('problem' in names) return names.problem
  if (target === '') return 'a link needs a target'
  if (target.startsWith('/')) return 'a link may not lead to an absolute path'
  if (target.includes('\0')) return 'a link cannot contain NUL'
  const parts = target.split('/').filter(part => part !== '' && part !== '.')
  const firstName = parts.findIndex(part => part !== '..')
  const up = firstName === -1 ? parts.length : firstName
  if (parts.slice(up).includes('..')) return 'a link may go up only at the beginning of its target'
  return up > names.components.length - 1 ? 'this link leads out of the folder' : null
}

/** The path that such a link leads to, as it is written: links on the way are not looked at. */
export function linkedPath(path: string, target: string): string {
  const names = path.split('/').slice(0, -1)
  for (const part of target.split('/')) {
    if (part === '..') names.pop()
    else if (part !== '' && part !== '.') names.push(part)
  }
  return names.join('/')
}
