// Removes what earlier builds have left in dist: files beside the programs that none of them loads any more.

import { readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { bundleNames } from './bundles.ts'
import { reachableBundles } from './shipped-files.ts'

/** A program that was started before the build may still load what it was built with. */
const leftAloneMs = 24 * 60 * 60_000

/** Gives the names of what was removed. */
export function removeStaleChunks(dist: string, nowMs: number): string[] {
  const needed = new Set(reachableBundles(dist, bundleNames))
  const isStale = (name: string) =>
    /\.mjs(\.map)?$/.test(name) &&
    !needed.has(name.replace(/\.map$/, '')) &&
    nowMs - statSync(join(dist, name)).mtimeMs > leftAloneMs
  const stale = readdirSync(dist).filter(isStale)
  for (const name of stale) rmSync(join(dist, name), { force: true })
  return stale
}
