// With what settings each game server became ready last: what it goes back to when a change has broken it.

import { type Template, template as templateShape } from '@rookery/contracts/template.ts'
import { parseJson, parseJsonOrNull } from '@rookery/primitives/parse-json.ts'
import type { Kysely } from 'kysely'
import { inTransaction } from '../../platform/database/portable.ts'
import type { Schema } from '../../platform/database/schema.ts'
import type { SecretBox } from '../../platform/secret-box.ts'
import type { Templates } from '../templates/templates.ts'
import type { GameServersStore } from './game-servers-store.ts'
import type { StoredValues } from './secret-values.ts'
import { type StoredGameServer, storedVariables, valuesOf, variablesText } from './stored-game-server.ts'

export interface ReadySettings {
  /** By the clock of its node. */
  readyAtMs: number
  template: Template
  variables: StoredValues
  image: string | null
}

interface ReadyReport {
  gameServerId: number
  runningRevision: number | null
  changedAtMs: number
}

export type RememberReady = (report: ReadyReport) => Promise<void>
export type TemplateOf = (server: Pick<StoredGameServer, 'template' | 'heldTemplate'>) => Promise<Template>

/** The template that a game server is held at, else the one that it was made from as that is now. */
export function createTemplateOf(templates: Pick<Templates, 'find'>): TemplateOf {
  return async ({ template, heldTemplate }) =>
    heldTemplateIn(heldTemplate) ?? (await templates.find(template.id)).template
}

/** Null: it is held at none, or at one that this version cannot read any more. */
export function heldTemplateIn(heldTemplate: string | null): Template | null {
  return heldTemplate === null ? null : parseJsonOrNull(templateShape, heldTemplate)
}

interface ReadySettingsDeps {
  db: Kysely<Schema>
  box: SecretBox
  store: Pick<GameServersStore, 'find'>
  templateOf: TemplateOf
}

export function createReadySettings({ db, box, store, templateOf }: ReadySettingsDeps) {
  const rowOf = (id: number) =>
    db.selectFrom('ready_settings').selectAll().where('server_id', '=', id).executeTakeFirst()

  return {
    /** Of a run that began with other settings than the present ones only the time is known. */
    async remember({ gameServerId, runningRevision, changedAtMs }: ReadyReport): Promise<void> {
      const known = await db
        .selectFrom('ready_settings')
        .select(['revision', 'ready_at'])
        .where('server_id', '=', gameServerId)
        .executeTakeFirst()
      if (known?.revision === runningRevision && Number(known?.ready_at) === changedAtMs) return
      const server = await store.find(gameServerId)
      if (!server) return
      if (server.revision !== runningRevision) {
        await db
          .updateTable('ready_settings')
          .set({ ready_at: changedAtMs })
          .where('server_id', '=', gameServerId)
          .execute()
        return
      }
      const template = JSON.stringify(await templateOf(server))
      const variables = variablesText(server.variables, box)
      await inTransaction(db, async transaction => {
        await transaction.deleteFrom('ready_settings').where('server_id', '=', gameServerId).execute()
        await transaction
          .insertInto('ready_settings')
          .values({
            ...{ server_id: gameServerId, revision: server.revision, ready_at: changedAtMs },
            ...{ template, variables, image: server.image },
          })
          .execute()
      })
    },

    /** Null: it has not become ready since the panel remembers this. */
    async find(gameServerId: number): Promise<ReadySettings | null> {
      const row = await rowOf(gameServerId)
      const template = row && parseJsonOrNull(templateShape, row.template)
      if (!row || !template) return null
      const stored = parseJson(storedVariables, row.variables, `the settings of game server ${gameServerId}`)
      return {
        readyAtMs: Number(row.ready_at),
        template,
        variables: valuesOf(stored, box),
        image: row.image,
      }
    },
  }
}
