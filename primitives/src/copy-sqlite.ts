// Copies an SQLite database that is in use into one file that is whole by itself and private from its first byte.

import { closeSync, fsyncSync, openSync, rmSync } from 'node:fs'
import { backup, DatabaseSync } from 'node:sqlite'

/** The database as it is at the moment of the call; after a failure nothing is left. */
export async function copySqlite(from: string, to: string): Promise<void> {
  try {
    await copy(from, to)
  } catch (error) {
    for (const ending of ['', '-journal', '-wal', '-shm']) rmSync(to + ending, { force: true })
    throw error
  }
}

async function copy(from: string, to: string): Promise<void> {
  // Made here so that nobody else can ever read it; the library would follow the umask.
  closeSync(openSync(to, 'wx', 0o600))
  const source = new DatabaseSync(from, { readOnly: true, timeout: 10_000 })
  try {
    // Reads one state to the end. Without it every write of the panel would make the copy begin anew.
    source.exec('begin')
    source.prepare('select count(*) from sqlite_schema').get()
    await backup(source, to)
  } finally {
    source.close()
  }
  // Out of the write-ahead mode: one file that can be copied and looked at without leaving others beside it.
  const made = new DatabaseSync(to)
  try {
    made.exec('pragma journal_mode = delete')
  } finally {
    made.close()
  }
  const written = openSync(to, 'r+')
  fsyncSync(written)
  closeSync(written)
}
