// Backup storages: named places that backups go to, made and assigned by administrators.

import * as z from 'zod'
import { backupLimits, backupPlace, backupPlaceText, backupRetention } from '../backups.ts'
import { storageTrial } from '../daemon/backup-request.ts'
import { endpoint } from './endpoint.ts'
import { displayName, idParams, nodeAssignment, sealedPrefix, time } from './shapes.ts'

/** What nodes have told of a storage: the worst first. */
const storageHealth = z.object({
  /** Game servers whose last backup, check or test restore failed there. */
  failing_servers: z.int(),
  /** Why the last of them failed, in a sentence; empty when none did. */
  problem: z.string(),
  /** The newest test restore; null: none yet. */
  last_drill: z.object({ at: time, is_good: z.boolean() }).nullable(),
})
export type StorageHealth = z.output<typeof storageHealth>

/** What a node signs in to a storage with, in the place of the storage's own user and secret. */
const nodeKey = z.object({
  /** The access key ID of S3, the user of SFTP and of a REST server. */
  user: backupPlaceText.min(1, 'must not be empty'),
  /** Below the place of the storage, as the name of the user for a REST server with --private-repos; empty: there. */
  folder: z
    .string()
    .trim()
    .max(255)
    .regex(
      /^(?:[\w@+=-][\w.@+=-]*(?:\/[\w@+=-][\w.@+=-]*)*)?$/,
      'must be a name of letters, digits and . _ @ + = -, or several with / between them',
    )
    .default(''),
})

export const backupStorage = z.object({
  id: z.int(),
  name: z.string(),
  place: backupPlace,
  /** False of a folder. The secret itself is never answered. */
  has_secret: z.boolean(),
  /** Of which nodes the game servers are backed up there. */
  assigned: nodeAssignment,
  /** What game servers have there unless they say otherwise. */
  retention: backupRetention,
  limits: backupLimits,
  /** Of the nodes that use it; the secrets themselves are never answered. */
  node_keys: z.array(nodeKey.extend({ node_id: z.int() })),
  /** Several nodes that use it have the same key to it. */
  is_key_shared: z.boolean(),
  servers: z.int(),
  backups: z.int(),
  /** As far as nodes have said. */
  stored_bytes: z.int(),
  health: storageHealth,
  created_at: time,
})
export type BackupStorage = z.output<typeof backupStorage>

const secret = z
  .string()
  .max(16_384)
  .refine(text => !text.startsWith(sealedPrefix), `must not begin with ${sealedPrefix}`)

export const backupStorageBody = z.object({
  name: displayName,
  place: backupPlace,
  /** Left out: it stays as it is. */
  secret: secret.optional(),
  /** All of them; left out: they stay as they are. A secret that is left out stays, too. */
  node_keys: z
    .array(nodeKey.extend({ node_id: z.int().positive(), secret: secret.optional() }))
    .max(10_000)
    .optional(),
  assigned: nodeAssignment.default({ to: 'all' }),
  retention: backupRetention.default(backupRetention.parse({})),
  limits: backupLimits.default(backupLimits.parse({})),
})

export const listBackupStorages = endpoint({
  method: 'GET',
  path: '/api/backup-storages',
  summary: 'The backup storages',
  answer: z.array(backupStorage),
})

export const readBackupStorage = endpoint({
  method: 'GET',
  path: '/api/backup-storages/{id}',
  summary: 'One backup storage',
  params: idParams,
  answer: backupStorage,
  gives: ['ETag'],
})

export const backupStorageContents = z.object({
  /** The game servers that hold the most there, the largest first; null: their nodes have not said how much. */
  servers: z
    .array(z.object({ id: z.int(), name: z.string(), backups: z.int(), stored_bytes: z.int().nullable() }))
    .max(20),
  /** What game servers that are deleted have left there. */
  deleted: z.object({ servers: z.int(), stored_bytes: z.int() }),
})
export type BackupStorageContents = z.output<typeof backupStorageContents>

export const readBackupStorageContents = endpoint({
  method: 'GET',
  path: '/api/backup-storages/{id}/contents',
  summary: 'Whose backups take the space of a storage',
  params: idParams,
  answer: backupStorageContents,
})

export const createBackupStorage = endpoint({
  method: 'POST',
  path: '/api/backup-storages',
  idempotencyKey: 'refused',
  summary: 'Add a backup storage; its recovery key is answered this once',
  body: backupStorageBody.extend({
    /** One that was printed before, as by a panel that is gone: it opens what this panel stores there too. */
    recovery_key: z.string().max(1_000).optional(),
  }),
  /**
   * With the recovery key backups can be restored when the panel is gone; nobody can read it again. Null: the one that
   * was given is used.
   */
  answer: backupStorage.extend({ recovery_key: z.string().nullable() }),
  status: 201,
})

export const changeBackupStorage = endpoint({
  method: 'PUT',
  path: '/api/backup-storages/{id}',
  summary: 'Change a backup storage',
  params: idParams,
  body: backupStorageBody,
  answer: backupStorage,
  takes: ['If-Match'],
  gives: ['ETag'],
  refuses: ['precondition_failed'],
})

export const deleteBackupStorage = endpoint({
  method: 'DELETE',
  path: '/api/backup-storages/{id}',
  summary:
    'Forget a backup storage; what is stored there stays. 409 while it has backups and game servers use it',
  params: idParams,
})

/** Writes, reads and deletes something there, from a node. */
export const testBackupStorage = endpoint({
  method: 'POST',
  path: '/api/backup-storages/test',
  idempotencyKey: 'ignored',
  summary: 'Try a place for backups from a node, before or after it is saved',
  body: z.object({
    node_id: z.int().positive(),
    place: backupPlace,
    secret: secret.optional(),
    /** As the node is to sign in with its own key. */
    node_key: nodeKey.extend({ secret: secret.optional() }).optional(),
    /** Whose secret is used where none is given. */
    storage_id: z.int().positive().optional(),
  }),
  answer: storageTrial,
})

/** So that a form can offer what an administrator is to compare with what the host shows. */
export const readSftpHostKey = endpoint({
  method: 'POST',
  path: '/api/backup-storages/sftp-host-key',
  idempotencyKey: 'ignored',
  summary: 'The host key of an SFTP server, as a node sees it',
  body: z.object({
    node_id: z.int().positive(),
    host: z.string().trim().min(1).max(255),
    port: z.int().min(1).max(65_535).default(22),
  }),
  answer: z.object({ host_key: z.string(), fingerprint: z.string() }),
})
