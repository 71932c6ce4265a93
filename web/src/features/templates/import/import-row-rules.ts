// What becomes of each of many files that are imported: new, replaces something, the same, or refused with a reason.

import type { ImportNote, TemplateSummary } from '@rookery/contracts/http/templates.ts'
import type { Template } from '@rookery/contracts/template.ts'

export type RowStatus =
  | 'checking'
  | 'new'
  | 'replaces'
  /** What is there has come of the same text already. */
  | 'same'
  /** Another file of the same choice comes to the same template. */
  | 'double'
  | 'refused'
  | 'importing'
  | 'imported'
  | 'failed'

export interface ImportRow {
  id: number
  file: string
  text: string
  kind: 'egg' | 'template'
  status: RowStatus
  /** Of the template that comes of it; null until it is known. */
  template: Pick<Template, 'slug' | 'name' | 'author'> | null
  format: string
  replaces: number | null
  warnings: number
  reason: string | null
  isChosen: boolean
  /** Once it is imported. */
  templateId: number | null
}

/** Ours has a slug at the top and no version of an egg; whatever else it is, the panel says as an egg why not. */
export function kindOf(text: string): ImportRow['kind'] {
  if (/["']?version["']?\s*:\s*["']?(PTDL|PLCN)_v\d/.test(text)) return 'egg'
  return /^[{\s]*["']?slug["']?\s*:/m.test(text) ? 'template' : 'egg'
}

export const newRow = (id: number, { name, text }: { name: string; text: string }): ImportRow => ({
  id,
  file: name,
  text,
  kind: kindOf(text),
  status: 'checking',
  template: null,
  format: '',
  replaces: null,
  warnings: 0,
  reason: null,
  isChosen: false,
  templateId: null,
})

export interface EggPreview {
  replaces: number | null
  unchanged: boolean
  format: string
  template: Template
  notes: readonly ImportNote[]
}

export function eggRow(row: ImportRow, preview: EggPreview): ImportRow {
  const { replaces, unchanged, format, template, notes } = preview
  const status = replaces === null ? 'new' : unchanged ? 'same' : 'replaces'
  const warnings = notes.filter(({ kind }) => kind === 'warning').length
  return { ...row, status, template, format, replaces, warnings, isChosen: status === 'new' }
}

/** Of one of our own files; `holder` is the template that has its slug now. */
export function templateRow(
  row: ImportRow,
  template: Template,
  holder: { summary: TemplateSummary; template: Template } | null,
  messages: { builtIn: string },
): ImportRow {
  const known = { ...row, template, format: 'Rookery' }
  if (holder?.summary.source === 'built-in') return refusedRow(known, messages.builtIn)
  const isSame = holder !== null && JSON.stringify(holder.template) === JSON.stringify(template)
  const status = holder === null ? 'new' : isSame ? 'same' : 'replaces'
  return { ...known, status, replaces: holder?.summary.id ?? null, isChosen: status === 'new' }
}

export const refusedRow = (row: ImportRow, reason: string): ImportRow => ({
  ...row,
  status: 'refused',
  reason,
  isChosen: false,
})

/** Two files of one game would replace each other: the first counts. */
export function withoutDoubles(rows: readonly ImportRow[]): ImportRow[] {
  const seen = new Map<string, string>()
  return rows.map(row => {
    if (row.status !== 'new' && row.status !== 'replaces') return row
    const { template, kind, replaces } = row
    const key =
      replaces !== null
        ? `#${replaces}`
        : kind === 'template'
          ? `slug ${template?.slug}`
          : JSON.stringify([template?.name.toLowerCase(), template?.author.toLowerCase()])
    const first = seen.get(key)
    if (first === undefined) {
      seen.set(key, row.file)
      return row
    }
    return { ...row, status: 'double', reason: first, isChosen: false }
  })
}

export const mayBeChosen = ({ status }: ImportRow) => ['new', 'replaces', 'double'].includes(status)

export function countByStatus(rows: readonly ImportRow[]): Partial<Record<RowStatus, number>> {
  const counts: Partial<Record<RowStatus, number>> = {}
  for (const { status } of rows) counts[status] = (counts[status] ?? 0) + 1
  return counts
}
