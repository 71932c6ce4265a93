// Backups of one game server: taking, looking into and restoring them.

import * as z from 'zod'
import {
  backupConsistencies,
  backupEngines,
  backupKinds,
  backupLimits,
  backupRetention,
  revertibleActions,
  riskyActions,
} from '../backups.ts'
import { backupEntry, compareAnswer } from '../daemon/backup-request.ts'
import { endpoint } from './endpoint.ts'
import { refuseDelay, waitOptions } from './power.ts'
import { displayName, gameServerParams, idText, pageQuery, portNumber, time } from './shapes.ts'
import { acceptedTask } from './tasks.ts'

const backupParams = gameServerParams.extend({ backup: idText })
const filePath = z.string().max(4_096, 'is longer than any path')
const note = z
  .string()
  .trim()
  .max(500, 'must be at most 500 characters')
  .regex(/^[^\p{Cc}]*$/u, 'must not contain control characters')

export const backup = z.object({
  id: z.int(),
  storage: z.object({ id: z.int(), name: z.string() }),
  taken_at: time,
  kind: z.enum(backupKinds),
  before: z.enum(riskyActions).nullable(),
  /** Null: a schedule, or the node itself. */
  taken_by: z.object({ id: z.int(), login: z.string() }).nullable(),
  note: z.string(),
  locked: z.boolean(),
  files: z.int(),
  bytes: z.int(),
  bytes_added: z.int(),
  consistency: z.enum(backupConsistencies),
  warnings: z.array(z.string()),
})
export type Backup = z.output<typeof backup>

const trial = z.object({ at: time, is_good: z.boolean(), message: z.string() })

/** One of the places of this game server's backups. */
export const serverBackupStorage = z.object({
  id: z.int(),
  name: z.string(),
  kind: z.string(),
  backups: z.int(),
  stored_bytes: z.int().nullable(),
  retention: backupRetention,
  limits: backupLimits,
  last_check: trial.nullable(),
  last_drill: trial.nullable(),
  /** Why the last attempt failed; empty when it worked. */
  problem: z.string(),
})

/** What can be done here, for the page to say so before somebody tries. */
export const readBackupState = endpoint({
  method: 'GET',
  path: '/api/servers/{server}/backups/state',
  summary: 'Where the backups of a game server go, and what its node can do',
  params: gameServerParams,
  answer: z.object({
    /** Null: the node has not said yet, or its daemon is too old. */
    engine: z.enum(backupEngines).nullable(),
    /** Its node's daemon knows backups; false: it is too old. */
    is_supported: z.boolean(),
    storages: z.array(serverBackupStorage),
    /** The caller may, beside taking one. */
    can_restore: z.boolean(),
    can_manage: z.boolean(),
  }),
})

export const listBackups = endpoint({
  method: 'GET',
  path: '/api/servers/{server}/backups',
  summary: 'The backups of a game server, newest first',
  params: gameServerParams,
  query: pageQuery,
  answer: z.array(backup),
  paged: true,
})

export const takeBackup = endpoint({
  method: 'POST',
  path: '/api/servers/{server}/backups',
  idempotencyKey: 'taken',
  summary: 'Take a backup',
  params: gameServerParams,
  body: z.object({
    /** Left out: the first. */
    storage_id: z.int().positive().optional(),
    note: note.default(''),
    locked: z.boolean().default(false),
  }),
  answer: acceptedTask,
  status: 202,
  refuses: ['plan_limit'],
})

export const changeBackup = endpoint({
  method: 'PATCH',
  path: '/api/servers/{server}/backups/{backup}',
  summary: 'Write a note on a backup, or lock it so that nothing deletes it',
  params: backupParams,
  body: z.object({ note: note.optional(), locked: z.boolean().optional() }),
  answer: backup,
})

export const deleteBackup = endpoint({
  method: 'DELETE',
  path: '/api/servers/{server}/backups/{backup}',
  summary: 'Delete a backup; 409 for a locked one',
  params: backupParams,
})

export const restoreBackup = endpoint({
  method: 'POST',
  path: '/api/servers/{server}/backups/{backup}/restore',
  idempotencyKey: 'taken',
  summary: 'Bring back all files as they were, or some of them; what is there is backed up before',
  params: backupParams,
  body: z
    .object({
      /** Left out: everything. */
      paths: z.array(filePath.min(1)).min(1).max(1_000).optional(),
      without_safety: z.boolean().default(false),
      ...waitOptions,
      /** Of a running game; left out: now. */
      when: waitOptions.when.default('now'),
    })
    .superRefine((body, context) =>
      refuseDelay(body, (field, message) => context.addIssue({ code: 'custom', path: [field], message })),
    ),
  answer: acceptedTask,
  status: 202,
})

/** A change that a game server has not become ready after, and the backup that was taken before it. */
const rollback = z.object({
  backup_id: z.int(),
  before: z.enum(revertibleActions),
  taken_at: time,
  /** The settings of the last run that became ready come back too; false: the panel does not know them. */
  has_settings: z.boolean(),
})
export type Rollback = z.output<typeof rollback>

export const readRollback = endpoint({
  method: 'GET',
  path: '/api/servers/{server}/backups/rollback',
  summary: 'Whether a game server that does not become ready can go back to before its last change',
  params: gameServerParams,
  answer: z.object({ rollback: rollback.nullable() }),
})

export const rollBack = endpoint({
  method: 'POST',
  path: '/api/servers/{server}/backups/rollback',
  idempotencyKey: 'taken',
  summary: 'Go back to before the last change: files and settings together, then start',
  params: gameServerParams,
  /** The backup that was offered; 409 when another one is by now. */
  body: z.object({ backup_id: z.int().positive() }),
  answer: acceptedTask,
  status: 202,
})

/** Files and settings of a backup become another game server, with its own ports, passwords and backups. */
export const restoreAsNewServer = endpoint({
  method: 'POST',
  path: '/api/servers/{server}/backups/{backup}/new-server',
  idempotencyKey: 'taken',
  summary: 'Create a game server from a backup: its files, and the settings of that time',
  params: backupParams,
  body: z.object({
    name: displayName,
    /** Left out: the node of the game server that was backed up. */
    node_id: z.int().positive().optional(),
    /** Left out: free ones are found. */
    port: portNumber.optional(),
    query_port: portNumber.optional(),
    rcon_port: portNumber.optional(),
    start: z.boolean().default(false),
  }),
  answer: z.object({ id: z.int(), task_id: z.int() }),
  status: 201,
  refuses: ['database_host_unavailable'],
})

export const backedUpFile = backupEntry
  .omit({ size_bytes: true, modified_at_ms: true })
  .extend({ size: z.int(), modified_at: time })
export type BackedUpFile = z.output<typeof backedUpFile>

export const listBackedUpFiles = endpoint({
  method: 'GET',
  path: '/api/servers/{server}/backups/{backup}/files',
  summary: 'What is in a folder of a backup: folders first, then by name',
  params: backupParams,
  query: pageQuery.extend({ path: filePath.default('') }),
  answer: z.array(backedUpFile),
  paged: true,
})

export const searchBackedUpFiles = endpoint({
  method: 'GET',
  path: '/api/servers/{server}/backups/{backup}/files/search',
  summary: 'Find files in a backup by name',
  params: backupParams,
  query: z.object({
    name: z.string().min(1).max(255),
    limit: z.coerce.number().int().min(1).max(1_000).default(200),
  }),
  answer: z.object({ matches: z.array(backedUpFile), is_cut: z.boolean() }),
})

/** At most 5 MB: for looking at, not for taking along. */
export const readBackedUpFile = endpoint({
  method: 'GET',
  path: '/api/servers/{server}/backups/{backup}/files/content',
  summary: 'The bytes of a file in a backup',
  params: backupParams,
  query: z.object({ path: filePath.min(1) }),
  bytes: { answer: 'application/octet-stream' },
  status: 200,
})

export const downloadBackedUpFiles = endpoint({
  method: 'GET',
  path: '/api/servers/{server}/backups/{backup}/download',
  summary: 'A file or a folder of a backup as an archive; all of it where no path is given',
  params: backupParams,
  query: z.object({
    path: filePath.default(''),
    /** A short-lived token instead of the Authorization header. */
    token: z.string().optional(),
  }),
  bytes: { answer: 'application/octet-stream' },
  status: 200,
  gives: ['Content-Disposition'],
})

export const compareBackup = endpoint({
  method: 'GET',
  path: '/api/servers/{server}/backups/{backup}/compare',
  summary: 'What has changed in the files since a backup',
  params: backupParams,
  query: z.object({
    path: filePath.default(''),
    limit: z.coerce.number().int().min(1).max(1_000).default(500),
  }),
  answer: compareAnswer,
})

/** Which storages a game server uses, and how long they keep its backups; the first is the usual one. */
export const serverBackupChoices = z.object({
  /** Null: all that are assigned to its node, as they say. */
  storages: z
    .array(z.object({ storage_id: z.int().positive(), retention: backupRetention, limits: backupLimits }))
    .max(10)
    .nullable(),
})

/** What its node has, with what servers have there unless they say otherwise. */
const offeredStorage = serverBackupStorage.pick({
  id: true,
  name: true,
  kind: true,
  retention: true,
  limits: true,
})

export const readBackupChoices = endpoint({
  method: 'GET',
  path: '/api/servers/{server}/backups/settings',
  summary: 'Which storages a game server uses, and which its node has',
  params: gameServerParams,
  answer: serverBackupChoices.extend({ offered: z.array(offeredStorage) }),
})

export const changeBackupChoices = endpoint({
  method: 'PUT',
  path: '/api/servers/{server}/backups/settings',
  summary: 'Choose storages and retention of a game server',
  params: gameServerParams,
  body: serverBackupChoices,
  answer: serverBackupChoices.extend({ offered: z.array(offeredStorage) }),
})

/** For the home page: what nobody has backed up lately. */
export const readBackupAttention = endpoint({
  method: 'GET',
  path: '/api/backups/attention',
  summary:
    'Game servers that have no backup from the last seven days though they could, or whose backups fail',
  answer: z.object({
    /** Those that have waited longest, at most 20. */
    servers: z.array(z.object({ id: z.int(), name: z.string(), last_backup_at: time.nullable() })),
    total: z.int(),
    /** Whose last backup, or list of backups, failed; at most 20. */
    failing: z.array(z.object({ id: z.int(), name: z.string(), problem: z.string() })).default([]),
    failing_total: z.int().default(0),
  }),
})
