// Reads the built-in catalog at start: one file per game, those that changed written anew.
//
// The build has checked every file and written it as the database keeps it, so that a start compares texts and parses
// nothing. A panel that runs from source reads the YAML files themselves.

import { readdir, readFile } from 'node:fs/promises'
import { join, parse } from 'node:path'
import { template as templateShape } from '@rookery/contracts/template.ts'
import { isUniqueViolation } from '../../platform/database/database-errors.ts'
import type { Log } from '../../platform/log.ts'
import type { TemplatesStore } from './templates-store.ts'

interface CatalogDeps {
  store: TemplatesStore
  publishChanged(templateId: number): Promise<void>
  log: Log
  now(): number
}

interface CatalogFile {
  slug: string
  /** As the database keeps it. */
  definition: string
}

export function createCatalogReader({ store, publishChanged, log, now }: CatalogDeps) {
  async function putBuiltIn({ slug, definition }: CatalogFile, file: string): Promise<void> {
    const known = await store.holderOf(slug)
    if (known?.source === 'built-in' && known.definition === definition) return
    const builtIn = { template: templateShape.parse(JSON.parse(definition)), source: 'built-in' as const }
    if (!known) {
      // Another instance that starts at the same time has the same catalog.
      await store.create(builtIn, now()).catch(error => {
        if (!isUniqueViolation(error)) throw error
      })
    } else if (known.source !== 'built-in') {
      const message = 'a template that somebody has added has the slug of a built-in one, which is left out'
      log.warn({ file, slug, template_id: known.id }, message)
    } else {
      await store.replace(known.id, builtIn, now())
      await publishChanged(known.id)
    }
  }

  async function readYaml(text: string, file: string): Promise<CatalogFile | null> {
    const { problemLine, readTemplate } = await import('@rookery/contracts/template/read-template.ts')
    const read = readTemplate(text)
    if ('template' in read) return { slug: read.template.slug, definition: JSON.stringify(read.template) }
    log.error({ file, problems: read.problems.map(problemLine) }, 'a built-in template cannot be used')
    return null
  }

  return async (folder: string): Promise<void> => {
    for (const file of (await readdir(folder)).toSorted()) {
      const { name: slug, ext } = parse(file)
      if (ext !== '.json' && ext !== '.yaml') continue
      const text = await readFile(join(folder, file), 'utf8')
      const read = ext === '.json' ? { slug, definition: text } : await readYaml(text, file)
      if (read) await putBuiltIn(read, file)
    }
  }
}
