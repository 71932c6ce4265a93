// What every new test panel would do again at its first start, done once per process: the schema and the catalog.

import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
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
const built = fileURLToPath(new URL('../../dist/templates', import.meta.url))
const reader = fileURLToPath(new URL('../../contracts/src/template', import.meta.url))

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

/** As the build has read them, unless something has changed since: to read them all takes a second. */
function readCatalog(): PreparedStart['templates'] {
  const files = readdirSync(sources).filter(file => file.endsWith('.yaml'))
  const changed = [...files.map(file => join(sources, file)), ...filesOf(reader)]
  const builtFiles = files.map(file => join(built, `${parse(file).name}.json`))
  const isBuilt = builtFiles.every(file => existsSync(file)) && newest(changed) < oldest(builtFiles)
  if (isBuilt) return builtFiles.map(file => ({ file: parse(file).base, text: readFileSync(file, 'utf8') }))
  return files.map(file => {
    const read = readTemplate(readFileSync(join(sources, file), 'utf8'))
    if (!('template' in read)) throw new Error(`${file} cannot be used`)
    return { file: `${read.template.slug}.json`, text: JSON.stringify(read.template) }
  })
}

const filesOf = (folder: string) => readdirSync(folder).map(name => join(folder, name))
const changedMs = (file: string) => statSync(file).mtimeMs
const newest = (files: string[]) => Math.max(...files.map(changedMs))
const oldest = (files: string[]) => Math.min(...files.map(changedMs))

function writeCatalog(folder: string, templates: PreparedStart['templates']): string {
  const catalog = join(folder, 'catalog')
  mkdirSync(catalog, { recursive: true })
  for (const { file, text } of templates) writeFileSync(join(catalog, file), text)
  cpSync(join(sources, 'translations'), join(catalog, 'translations'), { recursive: true })
  return catalog
}
