// Templates: the games that can be installed.

import * as z from 'zod'
import { template, templateNeeds } from '../template.ts'
import { endpoint } from './endpoint.ts'
import { idParams, pageQuery } from './shapes.ts'

export const templateSummary = z.object({
  id: z.int(),
  slug: z.string(),
  name: z.string(),
  game: z.string(),
  description: z.string(),
  tags: z.array(z.string()),
  process_managers: z.array(z.string()),
  /** Left out: it runs on any node that has one of its process managers. */
  needs: templateNeeds.optional(),
  icon: z.string().nullable(),
  source: z.enum(['built-in', 'own', 'imported']),
})
export type TemplateSummary = z.output<typeof templateSummary>

export const listTemplates = endpoint({
  method: 'GET',
  path: '/api/templates',
  summary: 'The games that can be installed',
  query: pageQuery,
  answer: z.array(templateSummary),
  paged: true,
})

export const listGames = endpoint({
  method: 'GET',
  path: '/api/games',
  summary: 'The games that there are templates for',
  answer: z.array(z.object({ game: z.string(), templates: z.int(), servers: z.int() })),
})

export const readTemplate = endpoint({
  method: 'GET',
  path: '/api/templates/{id}',
  summary: 'One template, whole',
  params: idParams,
  answer: templateSummary.extend({ template, game_servers: z.int() }),
  gives: ['ETag'],
})

/** The text of a template file. At most 1 MiB. */
const templateText = z
  .string()
  .min(1)
  .max(1024 * 1024)

export const createTemplate = endpoint({
  method: 'POST',
  path: '/api/templates',
  idempotencyKey: 'taken',
  summary: 'Add an own template from its YAML or JSON text',
  body: z.object({ text: templateText }),
  answer: templateSummary,
  status: 201,
})

export const changeTemplate = endpoint({
  method: 'PUT',
  path: '/api/templates/{id}',
  summary: 'Replace an own template; built-in ones are copied first',
  params: idParams,
  body: z.object({ text: templateText }),
  answer: templateSummary,
  takes: ['If-Match'],
  refuses: ['precondition_failed'],
})

export const deleteTemplate = endpoint({
  method: 'DELETE',
  path: '/api/templates/{id}',
  summary: 'Delete a template that no game server uses',
  params: idParams,
})

/** What was made of an egg, line by line. */
export const importNote = z.object({
  kind: z.enum(['understood', 'mapped', 'warning']),
  /** Where in the egg: `config.files.server.properties`. */
  field: z.string(),
  words: z.string(),
})
export type ImportNote = z.output<typeof importNote>

export const importedTemplate = z.object({
  /** Null on a dry run. */
  id: z.int().nullable(),
  /** The template that this egg replaces, by uuid, else by name and author. */
  replaces: z.int().nullable(),
  /** It would be replaced by the very same. */
  unchanged: z.boolean(),
  format: z.string(),
  template,
  notes: z.array(importNote),
})
export type ImportedTemplate = z.output<typeof importedTemplate>

export const importTemplate = endpoint({
  method: 'POST',
  path: '/api/templates/import',
  idempotencyKey: 'taken',
  summary: 'Import a Pterodactyl or Pelican egg, or show what would come of it',
  query: z.object({
    dry_run: z.stringbool().default(false),
    /** Beside what came from the same egg before, which stays as it is. */
    as_new: z.stringbool().default(false),
  }),
  /** The text of an egg has at most 2 MiB; as JSON it is longer. */
  bodyLimitBytes: 5 * 1024 * 1024,
  body: z.object({ text: z.string().min(1) }),
  answer: importedTemplate,
})

export const exportTemplate = endpoint({
  method: 'GET',
  path: '/api/templates/{id}/export',
  summary: 'The text of a template as a file: ours, or the egg that it was imported from',
  params: idParams,
  query: z.object({ format: z.enum(['rookery', 'PTDL_v2', 'PLCN_v3']).default('rookery') }),
  /** The notes tell what an egg cannot say. */
  answer: z.object({ file_name: z.string(), text: z.string(), notes: z.array(importNote) }),
  refuses: ['conflict'],
})
