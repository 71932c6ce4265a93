// Looks through a restored backup of the panel: everything there, as it was, and a database that opens.

import { execFile } from 'node:child_process'
import { open, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { promisify } from 'node:util'
import {
  databaseParts,
  panelManifestName,
  readPanelManifest,
  secretsPart,
} from '@rookery/contracts/panel-backup.ts'
import { tryDump } from '../../platform/database/upkeep/try-dump.ts'
import { type CollectedPanel, measureFile } from './collect-panel.ts'

const run = promisify(execFile)
const endBytes = 500
const notLoaded =
  "The dump was read, but not loaded: the panel's database user may not create databases. See docs/operate/backup.md."

/**
 * Gives what could not be tried, or nothing; throws a sentence that says what is wrong. A dump is loaded into a database
 * of its own beside that of the panel.
 */
export async function checkRestoredPanel(
  folder: string,
  database: CollectedPanel['database'],
  installationId: string,
): Promise<string> {
  const manifest = readPanelManifest(await readFile(join(folder, panelManifestName), 'utf8'))
  if (!manifest) throw new Error('the list of its contents cannot be read')
  for (const [name, wanted] of Object.entries(manifest.parts)) {
    const { bytes, sha256 } = await measureFile(join(folder, name))
    if (bytes !== wanted.bytes || sha256 !== wanted.sha256) throw new Error(`${name} is not as it was stored`)
  }
  if (!manifest.parts[secretsPart]) throw new Error('the secrets of the panel are missing')
  const driver = (Object.keys(databaseParts) as (keyof typeof databaseParts)[]).find(
    one => manifest.parts[databaseParts[one]],
  )
  if (!driver) throw new Error('the database is missing')
  const file = join(folder, databaseParts[driver])
  await checks[driver](file)
  if (driver === 'sqlite' || database.driver !== driver) return ''
  const trialName = `rookery_trial_${installationId.replaceAll('-', '').slice(0, 12)}`
  return (await tryDump({ driver, url: database.url.reveal(), file, trialName })) ? '' : notLoaded
}

const checks: Record<keyof typeof databaseParts, (file: string) => Promise<void>> = {
  async sqlite(file) {
    const database = new DatabaseSync(file, { readOnly: true })
    try {
      const [verdict] = Object.values(database.prepare('pragma integrity_check(1)').get() ?? {})
      if (verdict !== 'ok') throw new Error(`the database is damaged (${String(verdict)})`)
      const { people } = database.prepare('select count(*) as people from users').get() ?? {}
      if (Number(people) < 1) throw new Error('there is nobody in the database')
    } finally {
      database.close()
    }
  },
  async postgres(file) {
    const { stdout } = await run('pg_restore', ['--list', file], { maxBuffer: 64 * 1024 * 1024 })
    if (!/ TABLE DATA \S+ users /.test(stdout)) throw new Error('the dump has no people in it')
  },
  /** Its program writes a last line only when all of it was written. */
  async mysql(file) {
    const opened = await open(file, 'r')
    try {
      const { size } = await opened.stat()
      const { buffer } = await opened.read(Buffer.alloc(endBytes), 0, endBytes, Math.max(0, size - endBytes))
      if (!buffer.includes('-- Dump completed')) throw new Error('the dump does not reach its end')
    } finally {
      await opened.close()
    }
  },
}
