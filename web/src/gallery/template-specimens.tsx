// Templates: the catalog, one template, its editor, and the import of an egg.

import { gameServers, nodes, templates } from '../../pictures/fixtures/fleet-fixtures.ts'
import { eggPreview, foundTemplate, replacedByEgg } from '../../pictures/fixtures/game-fixtures.ts'
import { starterText } from '../features/templates/editor/starter-text.ts'
import {
  TemplateEditorView,
  type TemplateEditorViewProps,
} from '../features/templates/editor/template-editor-view.tsx'
import { ImportEggView, type ImportEggViewProps } from '../features/templates/import/import-egg-view.tsx'
import { type ImportRow, newRow } from '../features/templates/import/import-row-rules.ts'
import { TemplateView } from '../features/templates/template-view.tsx'
import { TemplatesView } from '../features/templates/templates-view.tsx'
import { ApiError } from '../platform/api-error.ts'
import { ignore, Specimen } from './specimen.tsx'

const outage = new ApiError({ code: 'unreachable', status: 0, message: 'no answer' })
const rights = { mayCreateServer: true, mayEdit: true, mayDelete: true, onExport: ignore, onDelete: ignore }
const editor: TemplateEditorViewProps = {
  title: 'New template',
  about: 'YAML or JSON, checked as you type.',
  initialText: starterText,
  hasChanges: true,
  refused: null,
  problem: null,
  isBusy: false,
  review: null,
  onText: ignore,
  onCancel: ignore,
  onSave: ignore,
  onReviewed: ignore,
}
const importing: ImportEggViewProps = {
  preview: null,
  replaced: null,
  isReading: false,
  isImporting: false,
  problem: null,
  many: { rows: [], leftOut: 0, isChecking: false, isImporting: false, isDone: false },
  onFiles: async () => ({ kind: 'nothing' }),
  onToggle: ignore,
  onImportMany: ignore,
  onPreview: ignore,
  onAgain: ignore,
  onImport: ignore,
}

const eggRowOf = (id: number, name: string, changes: Partial<ImportRow>): ImportRow => ({
  ...newRow(id, { name: `eggs.zip: game_eggs/${name.toLowerCase().replaceAll(' ', '-')}.json`, text: '' }),
  template: { slug: name.toLowerCase(), name, author: 'parker@example.com' },
  format: 'PTDL_v2',
  ...changes,
})
const eggRows = [
  eggRowOf(1, 'Abiotic Factor', { status: 'new', isChosen: true }),
  eggRowOf(2, 'Enshrouded', { status: 'new', isChosen: true, warnings: 2 }),
  eggRowOf(3, 'Paper', { status: 'replaces', replaces: 2 }),
  eggRowOf(4, 'Velocity', { status: 'same' }),
  eggRowOf(5, 'Enshrouded', { status: 'double', reason: 'eggs.zip: game_eggs/enshrouded.json' }),
  eggRowOf(6, 'Notes', {
    status: 'refused',
    template: null,
    format: '',
    reason: 'the egg cannot be imported: is neither JSON nor YAML',
  }),
]
const importedRows = eggRows.map(row => ({
  ...row,
  ...(row.isChosen && { status: 'imported' as const, isChosen: false, templateId: 2 }),
}))

export function TemplateSpecimens() {
  const found = foundTemplate(2)
  if (!found) return null
  const shell = {
    ...found.template,
    command: { shell: 'java -Xmx{{SERVER_MEMORY}}M -jar {{SERVER_JARFILE}}' },
  }
  return (
    <>
      <Specimen name="Catalog, full">
        <TemplatesView status="ready" templates={templates} nodes={nodes} mayCreate onRetry={ignore} />
      </Specimen>
      <Specimen name="Catalog, small node and no node">
        <TemplatesView
          status="ready"
          templates={templates}
          nodes={nodes.slice(0, 1).map(node => ({
            ...node,
            runtimes: ['process', 'docker'],
            arch: 'arm64',
            limits: { memory_bytes: 2 * 1024 ** 3 },
          }))}
          mayCreate
          mayAddNode
          onRetry={ignore}
        />
        <TemplatesView status="ready" templates={templates} nodes={[]} mayCreate onRetry={ignore} />
      </Specimen>
      <Specimen name="Catalog, empty, only to look">
        <TemplatesView status="ready" templates={[]} nodes={null} mayCreate={false} onRetry={ignore} />
      </Specimen>
      <Specimen name="Catalog, loading">
        <TemplatesView status="loading" templates={[]} nodes={null} mayCreate onRetry={ignore} />
      </Specimen>
      <Specimen name="Catalog, problem">
        <TemplatesView
          status="problem"
          problem={outage}
          templates={[]}
          nodes={null}
          mayCreate
          onRetry={ignore}
        />
      </Specimen>
      <Specimen name="Template">
        <TemplateView found={found} gameServers={gameServers.slice(0, 3)} {...rights} />
      </Specimen>
      <Specimen name="Template of an egg, without variables and servers">
        <TemplateView
          found={{
            ...found,
            source: 'imported',
            game_servers: 0,
            template: { ...shell, variables: [], install: [], config_files: [] },
          }}
          gameServers={[]}
          {...rights}
        />
      </Specimen>
      <Specimen name="Template editor with faults">
        <TemplateEditorView
          {...editor}
          initialText={starterText.replace('27015', '270150').replace('tags: []', 'tegs: []')}
        />
      </Specimen>
      <Specimen name="Template editor, only to look">
        <TemplateEditorView {...editor} title={found.name} isReadOnly copyOf={2} />
      </Specimen>
      <Specimen name="Egg, to be pasted">
        <ImportEggView {...importing} />
      </Specimen>
      <Specimen name="Many eggs, to be chosen">
        <ImportEggView {...importing} many={{ ...importing.many, rows: eggRows, leftOut: 3 }} />
      </Specimen>
      <Specimen name="Many eggs, imported">
        <ImportEggView {...importing} many={{ ...importing.many, rows: importedRows, isDone: true }} />
      </Specimen>
      <Specimen name="Egg, refused">
        <ImportEggView {...importing} problem="This is neither JSON nor YAML: unexpected end at line 3." />
      </Specimen>
      <Specimen name="Egg, preview">
        <ImportEggView {...importing} preview={eggPreview} replaced={replacedByEgg} />
      </Specimen>
    </>
  )
}
