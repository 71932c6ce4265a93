// The daemon as a panel packs it for machines takes seconds to compress: the first panel of a test run lends it to the others.

import { cpSync, existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { inject } from 'vitest'

const lent = () => join(inject('runFolder'), 'packed-daemon')

/** Before a panel starts. What does not fit its build has another fingerprint, and is packed anew. */
export function borrowPackedDaemon(dataDir: string): void {
  if (existsSync(lent()))
    cpSync(lent(), join(dataDir, 'daemons'), { recursive: true, preserveTimestamps: true })
}

/** Once a panel has packed it. */
export function lendPackedDaemon(dataDir: string): void {
  if (existsSync(lent()) || !existsSync(join(dataDir, 'daemons'))) return
  const copy = mkdtempSync(`${lent()}-`)
  cpSync(join(dataDir, 'daemons'), copy, { recursive: true, preserveTimestamps: true })
  try {
    renameSync(copy, lent())
  } catch {
    // Another file was quicker.
    rmSync(copy, { recursive: true, force: true })
  }
}
