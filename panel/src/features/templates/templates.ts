// The games that can be installed: the built-in catalogue is read at start, every file checked.

import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { TemplateSummary } from '@rookery/contracts/http/templates.ts'
import { type Template, template as templateShape } from '@rookery/contracts/template.ts'
import { parse } from 'yaml'
import type { Log } from '../../platform/log.ts'
import { PanelError } from '../../platform/panel-error.ts'
import { problemsOf } from './logic/check-template.ts'
import type { StoredTemplate, TemplatesStore } from './templates-store.ts'

export type Templates = ReturnType<typeof createTemplates>

export function createTemplates(store: TemplatesStore, log: Log, now: () => number) {
  return {
    async loadCatalogue(folder: string): Promise<void> {
      const files = (await readdir(folder)).filter(name => name.endsWith('.yaml')).sort()
      for (const file of files) {
        const read = readTemplate(await readFile(join(folder, file), 'utf8'))
        if ('problems' in read)
          log.error({ file, problems: read.problems }, 'a built-in template cannot be used')
        else await store.putBuiltIn(read.template, now())
      }
    },
    async find(id: number): Promise<StoredTemplate> {
      const found = await store.find(id)
      if (!found) throw new PanelError('not_found', { message: 'there is no such template' })
      return found
    },
    async list(window: { limit: number; offset: number }, hidden: readonly number[]) {
      const { items, total } = await store.list(window, hidden)
      return { items: items.map(summaryOf), total }
    },
  }
}

/** Reads one template file and says in words what is wrong with it. */
export function readTemplate(yaml: string): { template: Template } | { problems: string[] } {
  const parsed = templateShape.safeParse(parseYaml(yaml))
  if (!parsed.success) {
    return {
      problems: parsed.error.issues.map(issue => `${issue.path.join('.') || 'the file'}: ${issue.message}`),
    }
  }
  const problems = problemsOf(parsed.data)
  return problems.length > 0 ? { problems } : { template: parsed.data }
}

function parseYaml(yaml: string): unknown {
  try {
    return parse(yaml)
  } catch {
    return null
  }
}

function summaryOf({ id, source, template }: StoredTemplate): TemplateSummary {
  const { slug, name, game, description, tags, process_managers } = template
  return { id, slug, name, game, description, tags, process_managers, source }
}
