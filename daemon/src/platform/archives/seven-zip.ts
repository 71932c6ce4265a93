// Where the program is that works with 7-Zip, and whose rights it gets.

import { join } from 'node:path'

/** For a daemon that runs from source. */
export const sevenZipSource = join(import.meta.dirname, 'seven-zip-program.ts')

export interface SevenZipDeps {
  sevenZipFile: string
  /** Null: all games share the daemon's user. */
  uid: number | null
}
