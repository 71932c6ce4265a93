// What every new test panel would do again at its first start, done once per process: the schema and the catalog.

import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, parse } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readTemplate } from '@rookery/contracts/template/read-template.ts'
import { createCatalogReader } from '../src/features/templates/load-catalog.ts'
import { createTemplatesStore } from '../src/features/templates/templates-store.ts'
import { openDatabase } from '../src/platform/database/database.ts'
import { migrate } from '../src/platform/database/migrate.ts'
import { createLog } from '../src/platform/log.ts'

const sources = fileURLToPath(new URL('../../templates', import.meta.url))

/** A migrated database that knows the catalog, and the catalog as the build writes it; nothing else. */
interface PreparedStart {
  database: Buffer
  templates: { file: string; text: string }[]
}

let prepared: Promise<PreparedStart> | null = null

/** Puts both into a new data folder; returns the folder of the catalog. */
export async function prepareStart(dataDir: string, databaseFile: string | null): Promise<string> {
  prepared ??= prepare()
  const { database, templates } = await prepared
  if (databaseFile !== null) {
    mkdirSync(parse(databaseFile).dir, { recursive: true })
    writeFileSync(databaseFile, database, { mode: 0o600 })
  }
  return writeCatalog(dataDir, templates)
}

async function prepare(): Promise<PreparedStart> {
  const folder = mkdtempSync(join(tmpdir(), 'rookery-prepared-'))
  try {
    const file = join(folder, 'panel.sqlite')
    const log = createLog('fatal')
    const templates = readCatalog()
    const database = await openDatabase({ driver: 'sqlite', sqlitePath: file }, log)
    await migrate(database)
    const store = createTemplatesStore(database.db)
    const fill = createCatalogReader({ store, publishChanged: async () => {}, log, now: Date.now })
    await fill(writeCatalog(folder, templates))
    await database.close()
    return { database: readFileSync(file), templates }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function readCatalog(): PreparedStart['templates'] {
  return readdirSync(sources)
    .filter(file => file.endsWith('.yaml'))
    .map(file => {
      const read = readTemplate(readFileSync(join(sources, file), 'utf8'))
      if (!('template' in read)) throw new Error(`${file} cannot be used`)
      return { file: `${read.template.slug}.json`, text: JSON.stringify(read.template) }
    })
}

function writeCatalog(folder: string, templates: PreparedStart['templates']): string {
  const catalog = join(folder, 'catalog')
  mkdirSync(catalog, { recursive: true })
  for (const { file, text } of templates) writeFileSync(join(catalog, file), text)
  return catalog
}
