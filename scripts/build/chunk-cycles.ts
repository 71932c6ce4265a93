// Finds chunks of the web pages that need each other: the one that is run first would see the other half-made.

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const importPattern = /(?:from|import)\s*"\.\/([^"]+\.js)"/g

/** A sentence for each pair. */
export function chunkCycles(folder: string): string[] {
  const names = readdirSync(folder).filter(name => name.endsWith('.js'))
  const needs = new Map(
    names.map(name => {
      const text = readFileSync(join(folder, name), 'utf8')
      return [name, new Set([...text.matchAll(importPattern)].map(match => match[1] ?? ''))]
    }),
  )
  return names.flatMap(name =>
    [...(needs.get(name) ?? [])]
      .filter(other => name < other && needs.get(other)?.has(name))
      .map(other => `${name} and ${other} need each other: see the groups in web/vite.config.ts`),
  )
}
