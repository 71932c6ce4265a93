// The choice of the panel's own backup, what came of it and what was reported of it, among the settings in the database.

import { parseJsonOrNull } from '@rookery/primitives/parse-json.ts'
import type { Kysely } from 'kysely'
import type * as z from 'zod'
import { upsert } from '../../platform/database/portable.ts'
import type { Schema } from '../../platform/database/schema.ts'
import {
  type PanelBackupChoice,
  type PanelBackupState,
  panelBackupChoice,
  panelBackupState,
  type ReportedTrouble,
  reportedTrouble,
} from './panel-backup-rules.ts'

const choiceName = 'panel_backup'
const stateName = 'panel_backup_state'
const reportedName = 'panel_backup_trouble'

export function createPanelBackupStore(db: Kysely<Schema>) {
  async function read<Shape extends z.ZodType>(name: string, shape: Shape): Promise<z.output<Shape>> {
    const row = await db.selectFrom('settings').select('value').where('name', '=', name).executeTakeFirst()
    return (row && parseJsonOrNull(shape, row.value)) ?? shape.parse({})
  }
  async function write(name: string, value: object, nowMs: number): Promise<void> {
    const changed = { value: JSON.stringify(value), changed_at: nowMs }
    await upsert(db, 'settings', { name, ...changed }, ['name'], changed)
  }
  return {
    readChoice: () => read(choiceName, panelBackupChoice),
    readState: () => read(stateName, panelBackupState),
    readReported: () => read(reportedName, reportedTrouble),
    writeChoice: (choice: PanelBackupChoice, nowMs: number) => write(choiceName, choice, nowMs),
    writeState: (state: PanelBackupState, nowMs: number) => write(stateName, state, nowMs),
    writeReported: (reported: ReportedTrouble, nowMs: number) => write(reportedName, reported, nowMs),
  }
}
