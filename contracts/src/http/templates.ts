// Templates: the games that can be installed.

import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { pageQuery } from './shapes.ts'

export const templateSummary = z.object({
  id: z.int(),
  slug: z.string(),
  name: z.string(),
  game: z.string(),
  description: z.string(),
  tags: z.array(z.string()),
  process_managers: z.array(z.string()),
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
