// Joins work on files that one person does in one go: a hundred uploads are one line.

import type { FileAction } from '@rookery/contracts/http/activity.ts'
import type { Line } from './line.ts'

export interface FileWork {
  gameServerId: number
  userId: number
  deed: FileAction
  paths: readonly string[]
}

export interface FileBurst extends FileWork {
  beganAtMs: number
  lastAtMs: number
  /** How many different ones, as far as they are remembered. */
  count: number
}

const pauseMs = 5 * 60_000
const longestMs = 60 * 60_000
const rememberedPaths = 200
const retainedPaths = 3
const pathLimit = 400

export function isOpen(burst: FileBurst, nowMs: number): boolean {
  return nowMs - burst.lastAtMs <= pauseMs && nowMs - burst.beganAtMs <= longestMs
}

export function withWork(burst: FileBurst | undefined, work: FileWork, nowMs: number): FileBurst {
  if (!burst || !isOpen(burst, nowMs)) {
    const paths = [...new Set(work.paths)]
    return {
      ...work,
      paths: paths.slice(0, rememberedPaths),
      beganAtMs: nowMs,
      lastAtMs: nowMs,
      count: paths.length,
    }
  }
  const added = [...new Set(work.paths)].filter(path => !burst.paths.includes(path))
  return {
    ...burst,
    paths: [...burst.paths, ...added].slice(0, rememberedPaths),
    lastAtMs: nowMs,
    count: burst.count + added.length,
  }
}

export function lineOfBurst({
  gameServerId,
  userId,
  deed,
  beganAtMs,
  lastAtMs,
  paths,
  count,
}: FileBurst): Line {
  const formatted = paths.slice(0, retainedPaths).map(path => path.slice(0, pathLimit))
  return {
    gameServerId,
    userId,
    kind: 'files',
    fact: `files ${deed} ${userId} ${beganAtMs}`,
    details: { what: 'files', deed, paths: formatted, count },
    atMs: lastAtMs,
  }
}
