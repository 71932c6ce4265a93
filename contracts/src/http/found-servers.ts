// Servers found in a backup storage that this panel does not know: looked for with a recovery key, and brought back.

import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { displayName, idParams, portNumber, time } from './shapes.ts'

const recoveryKey = z.string().max(1_000)

const foundBackup = z.object({
  /** Of the engine. */
  id: z.string(),
  taken_at: time,
  kind: z.string(),
  note: z.string(),
  files: z.int(),
  bytes: z.int(),
})

export const foundServer = z.object({
  uuid: z.string(),
  /** Empty where no backup tells it. */
  name: z.string(),
  /** Slug of its template; null where no backup tells it. */
  template: z.string().nullable(),
  /** What the template is for; null where this panel does not have it: then it cannot be brought back. */
  game: z.string().nullable(),
  /** Newest first, at most 100. */
  backups: z.array(foundBackup),
  backup_count: z.int(),
  /** No key that was tried opens it: it belongs to another recovery key. */
  is_sealed: z.boolean(),
  /** Why it cannot be read, and what to do; empty when all is well. */
  problem: z.string(),
})
export type FoundServer = z.output<typeof foundServer>

/**
 * A recovery key in a request is used for it alone, and stored nowhere. Of repositories that it opens, and that the panel
 * could not open for a server that is here or that the node still holds, the password made from it is stored.
 */
export const findServers = endpoint({
  method: 'POST',
  path: '/api/backup-storages/{id}/found-servers',
  idempotencyKey: 'ignored',
  summary: 'Look for servers in a backup storage that this panel does not know',
  params: idParams,
  body: z.object({
    /** Looks into the storage; of a folder, into its own. */
    node_id: z.int().positive(),
    /** Of the panel that made them; left out: that of the storage alone is tried. */
    recovery_key: recoveryKey.optional(),
    /** Where the storage does not tell what it holds, as a REST server. */
    uuid: z.uuid().optional(),
  }),
  answer: z.object({
    servers: z.array(foundServer),
    /** How many of those found this panel has already. */
    known: z.int(),
    /** Of those: whose backups nothing but the recovery key of the request opened. From now on the panel does. */
    opened: z.int(),
    /** How many were not looked into: more than 200 are unknown. */
    left_off: z.int(),
  }),
})

export const bringBackServer = endpoint({
  method: 'POST',
  path: '/api/backup-storages/{id}/found-servers/{uuid}/bring-back',
  idempotencyKey: 'taken',
  summary: 'Create a server found in a storage again: its settings, its files and its backups',
  params: idParams.extend({ uuid: z.uuid() }),
  body: z.object({
    node_id: z.int().positive(),
    recovery_key: recoveryKey.optional(),
    /** Left out: the newest. */
    backup: z.string().min(1).max(128).optional(),
    /** Left out: as it was called. */
    name: displayName.optional(),
    /** Left out: those it had. */
    port: portNumber.optional(),
    query_port: portNumber.optional(),
    rcon_port: portNumber.optional(),
    start: z.boolean().default(false),
  }),
  answer: z.object({ id: z.int(), task_id: z.int() }),
  status: 201,
  refuses: ['database_host_unavailable'],
})
