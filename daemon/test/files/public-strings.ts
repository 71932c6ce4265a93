// Public lists of strings that try to leave a folder, and a choice of them for tests that have little time.

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

export const listsFolder = resolve(import.meta.dirname, '../../../../shared/vectors/paths')

/** Why all that the public lists prove is left out here; null where they are. */
export const missingLists = existsSync(listsFolder)
  ? null
  : `the public lists of traversal strings are not in ${listsFolder}`

/** None on a machine that has no such lists. */
export function publicStrings(encoding: 'utf8' | 'latin1' = 'utf8'): string[] {
  if (missingLists !== null) return []
  const files = readdirSync(listsFolder).filter(name => name.endsWith('.txt'))
  return files.flatMap(name => readFileSync(join(listsFolder, name), encoding).split(/\r?\n/)).filter(Boolean)
}

/** The first string of each kind: the lists repeat each trick for several depths and for hundreds of file names. */
export function oneOfEachKind(strings: readonly string[]): string[] {
  const kinds = new Map<string, string>()
  for (const text of strings) if (!kinds.has(kindOf(text))) kinds.set(kindOf(text), text)
  return [...kinds.values()]
}

const target =
  /(?:\{FILE\}|etc|windows|winnt|boot|proc|var|usr|home|root|inetpub|apache|xampp|program files).*/is

function kindOf(text: string): string {
  return text.replace(target, '').replaceAll(/(.{2,}?)\1+/g, '$1')
}

/** The string itself, and what is left when its encoding is undone once and twice. */
export function decoded(text: string): string[] {
  try {
    const once = decodeURIComponent(text)
    return [text, once, decodeURIComponent(once)]
  } catch {
    return [text]
  }
}
