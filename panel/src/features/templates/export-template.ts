// Exporting a template: as our own file, or as an egg, unchanged where it was imported in that very format.

import type { ImportNote } from '@rookery/contracts/http/templates.ts'
import { templateText } from '@rookery/contracts/template/template-text.ts'
import { PanelError } from '../../platform/panel-error.ts'
import { readEgg } from './logic/eggs/reading/read-egg.ts'
import { templateToEgg } from './logic/eggs/writing/template-to-egg.ts'
import { type ExportedVersion, lostIn, writeEgg } from './logic/eggs/writing/write-egg.ts'
import type { StoredTemplate } from './templates-store.ts'

export interface ExportedTemplate {
  file_name: string
  text: string
  notes: ImportNote[]
}

type Lost = { field: string; words: string }

export function exportTemplate(
  { template, source, origin }: Pick<StoredTemplate, 'template' | 'source' | 'origin'>,
  format: 'rookery' | ExportedVersion,
  nowMs: number,
): ExportedTemplate {
  if (format === 'rookery') {
    // What somebody wrote is given back as they wrote it, with comments and order.
    const text = (source === 'own' ? origin : null) ?? templateText(template)
    return { file_name: `${template.slug}.${endingOf(text)}`, text, notes: [] }
  }
  const imported = source === 'own' || origin === null ? null : readEgg(origin)
  if (origin !== null && imported && 'egg' in imported && imported.egg.version === format) {
    return { file_name: `egg-${template.slug}.${endingOf(origin)}`, text: origin, notes: [] }
  }
  const made = imported && 'egg' in imported ? { egg: imported.egg, lost: [] } : templateToEgg(template)
  if ('problem' in made) {
    throw new PanelError('conflict', {
      message: `${template.name} cannot be exported as an egg: ${made.problem}`,
    })
  }
  const text = writeEgg(made.egg, format, new Date(nowMs).toISOString())
  const ending = format === 'PTDL_v2' ? 'json' : 'yaml'
  const lost: Lost[] = [...made.lost, ...lostIn(made.egg, format)]
  const notes = lost.map(one => ({ kind: 'warning' as const, ...one }))
  return { file_name: `egg-${template.slug}.${ending}`, text, notes }
}

const endingOf = (text: string) => (/^\s*\{/.test(text) ? 'json' : 'yaml')
