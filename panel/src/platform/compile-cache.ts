// Keeps what V8 has compiled of the panel's programs in the data folder, so that the next start need not compile it.

import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { enableCompileCache, flushCompileCache } from 'node:module'
import { join } from 'node:path'

const folderName = 'compile-cache'

interface CompileCache {
  folder: string
  /** Of this build of the panel; others are of no use any more. */
  build: string
}

let used: CompileCache | null = null

/**
 * Before other programs are loaded, and for them. `program` is bundled and names all others by their contents, so its
 * own text tells one build from the next. The folder is made by a start that went well; before that there is none.
 *
 * Whoever can write the folder decides what is run, so it must be this user's alone: a check by root does not
 * run what the panel's user has left there.
 */
export function useCompileCacheIn(dataDir: string, program: string): void {
  try {
    const folder = join(dataDir, folderName)
    const build = createHash('sha256').update(readFileSync(program)).digest('hex').slice(0, 16)
    if (!isOursAlone(folder)) return
    enableCompileCache(join(folder, build))
    used = { folder, build }
  } catch {
    // The first start of an installation, or a folder that cannot be read: it takes longer, that is all.
  }
}

/** For the next start, when this one went well. */
export function makeCompileCacheFolder(dataDir: string): void {
  try {
    mkdirSync(join(dataDir, folderName), { mode: 0o700 })
  } catch {
    // It is there, and not usable; or the disk is full or read-only.
  }
}

/** What has been compiled since; nothing is written again that was found there. */
export function keepCompiled(): void {
  if (used === null) return
  const { folder, build } = used
  try {
    flushCompileCache()
    const others = readdirSync(folder).filter(name => name !== build)
    for (const name of others) rmSync(join(folder, name), { recursive: true, force: true })
  } catch {
    // Somebody has removed the folder meanwhile, which anybody may.
  }
}

function isOursAlone(folder: string): boolean {
  const { uid, mode } = statSync(folder)
  return uid === process.getuid?.() && (mode & 0o022) === 0
}
