// Writes daemon.yaml so that it is never seen half written and never readable by others.

import { readFileSync } from 'node:fs'
import { replaceFile } from '@rookery/primitives/replace-file.ts'
import { parseDocument } from 'yaml'
import type { DaemonFileFields } from './daemon-file.ts'

/** Each node has a range of user ids of its own, so that two daemons on one machine never share one. */
const firstBase = 1_048_576
const idsPerNode = 65_536
const ranges = 28_000

/** Sets the given fields, and `initial` ones that are not there yet; the rest of an existing file stays as it is. */
export function writeDaemonConfig(
  filePath: string,
  fields: Partial<DaemonFileFields>,
  initial: Partial<DaemonFileFields> = {},
): void {
  replaceFile(filePath, changeDaemonText(readExisting(filePath), fields, initial))
}

const heading = ' The daemon of this machine. It holds secrets: keep it readable for the daemon alone.'

/** A file that cannot be read as YAML is replaced: there is nothing to keep in it. */
export function changeDaemonText(
  existing: string,
  fields: Partial<DaemonFileFields>,
  initial: Partial<DaemonFileFields> = {},
): string {
  const found = parseDocument(existing, { logLevel: 'silent' })
  const isUsable = found.errors.length === 0 && typeof found.toJS() === 'object'
  const document = isUsable && found.contents !== null ? found : parseDocument('{}')
  if (document !== found) {
    document.contents = document.createNode({}) as typeof document.contents
    document.commentBefore = heading
  }
  for (const [name, value] of Object.entries(fields)) {
    if (value !== undefined) document.set(name, value)
  }
  for (const [name, value] of Object.entries(initial)) {
    if (value !== undefined && !document.has(name)) document.set(name, value)
  }
  return document.toString({ lineWidth: 0 })
}

function readExisting(filePath: string): string {
  try {
    return readFileSync(filePath, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return ''
    throw error
  }
}

/** Where the user ids of a node's game servers begin. `below(n)` gives a random whole number from 0 to n - 1. */
export function pickUserIdBase(below: (limit: number) => number): number {
  return firstBase + below(ranges) * idsPerNode
}
