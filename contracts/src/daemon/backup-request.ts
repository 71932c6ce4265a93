// What the panel may ask of a node about backups, and what the node answers (rule L25).
//
// Taking and restoring are tasks. Everything here is one transfer: a request, its answers, and an end.

import * as z from 'zod'
import { backupKinds, backupLimits, backupPlace, backupRetention, riskyActions } from '../backups.ts'
import { fileTypes } from './file-request.ts'

/** Where a game server's backups go, as its definition carries it. */
export const definedStorage = z.object({
  id: z.int().positive(),
  name: z.string(),
  place: backupPlace,
  /** Empty where the place has none. */
  secret: z.string(),
  /** Of the repository of this game server. */
  password: z.string().min(1),
  /** A second password of the same repository, made from the storage's recovery key. */
  recovery_password: z.string().min(1),
  retention: backupRetention,
  limits: backupLimits,
  /** Snapshots that retention leaves alone. */
  locked: z.array(z.string()).default([]),
})
export type DefinedStorage = z.output<typeof definedStorage>

/** A repository of another game server, which this one was made from: it is only read. */
export const definedSource = definedStorage
  .pick({ id: true, name: true, place: true, secret: true, password: true })
  .extend({ uuid: z.uuid() })

const snapshot = z.string().min(1).max(128)
const path = z.string().max(4_096)
const within = { storage_id: z.int().positive(), snapshot }

/** Payload of the task `backup`. */
export const backupPayload = z.object({
  /** Left out: the first of the definition. */
  storage_id: z.int().positive().optional(),
  kind: z.enum(backupKinds).default('manual'),
  before: z.enum(riskyActions).nullable().default(null),
  /** Is stored with the backup, for whoever has nothing but the storage. */
  note: z.string().default(''),
})

/** Payload of the task `restore`. */
export const restorePayload = z.object({
  ...within,
  /** Of the game server whose backup it is; left out: its own. */
  source_uuid: z.uuid().optional(),
  /** Files and folders to bring back, relative to the game server's folder; left out: everything, exactly as it was. */
  paths: z.array(path.min(1)).min(1).max(1_000).optional(),
  /** Goes on though what is there now cannot be saved before. */
  without_safety: z.boolean().default(false),
  /** Starts the game afterwards, also where it did not run before (L26). */
  start: z.boolean().default(false),
})

export const backupRequest = z.discriminatedUnion('verb', [
  /** Answer: `browseAnswer`. Folders first, then by name. */
  z.object({
    verb: z.literal('browse'),
    ...within,
    path,
    offset: z.int().min(0),
    limit: z.int().min(1).max(1_000),
  }),
  /** Answer: `searchAnswer`. Part of a name, case ignored, or a pattern with * and ?. */
  z.object({
    verb: z.literal('search'),
    ...within,
    name: z.string().min(1).max(255),
    limit: z.int().min(1).max(1_000),
  }),
  /** Answer: a `backupEntry`, then FileBytes; more than `limit_bytes` is refused with `too_large`. */
  z.object({ verb: z.literal('read'), ...within, path, limit_bytes: z.int().positive() }),
  /** Answer: FileBytes of an archive of one file or folder. */
  z.object({ verb: z.literal('pack'), ...within, path, format: z.enum(['zip', 'tar']) }),
  /** Answer: `compareAnswer`: what has changed in the game server's folder since. */
  z.object({ verb: z.literal('compare'), ...within, path, limit: z.int().min(1).max(1_000) }),
  /** Answer: `{}`. */
  z.object({
    verb: z.literal('forget'),
    storage_id: z.int().positive(),
    snapshots: z.array(snapshot).min(1),
  }),
  /** Answer: `{ manifest }`, the text of it (L26). */
  z.object({ verb: z.literal('manifest'), ...within }),
  /** Answer: `{}`. Reads the list of backups anew and reports it. */
  z.object({ verb: z.literal('refresh'), storage_id: z.int().positive() }),
  /** Answer: `storageTrial`, within twenty seconds. Of no game server. */
  z.object({ verb: z.literal('test'), place: backupPlace, secret: z.string() }),
  /** Answer: `{ uuids }`: of the game servers whose backups lie there. Of no game server (L27). */
  z.object({ verb: z.literal('repositories'), place: backupPlace, secret: z.string() }),
  /** Answer: `inspectedRepository`. Of no game server: whoever has a password of the repository may look (L27). */
  z.object({
    verb: z.literal('inspect'),
    place: backupPlace,
    secret: z.string(),
    /** Of the game server whose backups they are. */
    uuid: z.uuid(),
    /** The first one that opens it is used. */
    passwords: z.array(z.string().min(1)).min(1).max(4),
    /** Whose manifest is read; left out: of the newest. */
    snapshot: snapshot.optional(),
  }),
  /** Answer: `{ host_key }`, within twenty seconds. Of no game server. */
  z.object({ verb: z.literal('host_key'), host: z.string().min(1), port: z.int().min(1).max(65_535) }),
])
export type BackupRequest = z.output<typeof backupRequest>
export type BackupVerb = BackupRequest['verb']
export type BackupRequestOf<Verb extends BackupVerb> = Extract<BackupRequest, { verb: Verb }>

export const backupEntry = z.object({
  name: z.string(),
  path: z.string(),
  type: z.enum(fileTypes),
  size_bytes: z.int(),
  modified_at_ms: z.int(),
})
export type BackupEntry = z.output<typeof backupEntry>

export const browseAnswer = z.object({ entries: z.array(backupEntry), total: z.int() })
export const searchAnswer = z.object({ entries: z.array(backupEntry), is_cut: z.boolean() })
export const compareAnswer = z.object({
  /** Seen from the backup: `added` has come since, `removed` is gone now. */
  changes: z.array(
    z.object({
      path: z.string(),
      change: z.enum(['added', 'removed', 'changed']),
      type: z.enum(fileTypes),
      /** Null where there is none on that side. */
      then_bytes: z.int().nullable(),
      now_bytes: z.int().nullable(),
    }),
  ),
  is_cut: z.boolean(),
})
export const inspectedRepository = z.object({
  /** Place of the password that opened it; null: none did, or none was needed. */
  opened_by: z.int().min(0).nullable(),
  /** Oldest first. */
  backups: z.array(
    z.object({
      snapshot,
      taken_at_ms: z.int(),
      kind: z.string().max(64),
      note: z.string().max(1_000),
      files: z.int(),
      bytes: z.int(),
    }),
  ),
  /** The text of it; null: there is none, or it cannot be read. */
  manifest: z.string().nullable(),
  /** Why some or all of it cannot be read; null when all is well. */
  problem: z.object({ is_wrong_password: z.boolean(), message: z.string() }).nullable(),
})
export const storageTrial = z.object({
  is_good: z.boolean(),
  took_ms: z.int(),
  /** What failed, why, and what to do; empty when all is well. */
  problem: z.string(),
})
