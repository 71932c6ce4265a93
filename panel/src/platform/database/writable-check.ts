// Whether the database takes writes right now, for `/api/ready`: a small real write, and room on the disk of an SQLite file.

import { statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Kysely } from 'kysely'
import { raiseDataVersion } from './data-versions.ts'
import type { Schema } from './schema.ts'

/** The write-ahead log must be able to grow: below this, a write of ordinary size may fail although a small one works. */
const leastFreeBytes = 1024 * 1024

/** Whoever asks more often gets the last answer: the route is open to everybody. A failure is not repeated from memory. */
const answerLivesMs = 1_000

/** The file is null where the database is elsewhere; throws what the database or the disk says. */
export function createWritableCheck(db: Kysely<Schema>, sqliteFile: string | null): () => Promise<void> {
  let last: { atMs: number; answer: Promise<void> } | null = null

  async function check(): Promise<void> {
    await raiseDataVersion(db, 'write-check')
    if (sqliteFile === null) return
    const { bavail, bsize } = await statfs(dirname(sqliteFile))
    if (bavail * bsize < leastFreeBytes) {
      throw Object.assign(new Error('the disk of the database is full'), { code: 'ENOSPC' })
    }
  }

  return () => {
    const atMs = performance.now()
    if (last === null || atMs - last.atMs >= answerLivesMs) {
      const asked = { atMs, answer: check() }
      last = asked
      asked.answer.catch(() => {
        if (last === asked) last = null
      })
    }
    return last.answer
  }
}
