// What `rookery backups` and the panel ask the daemon program for on standard input, and what it answers line by line as
// JSON: backups out of a storage and its recovery key alone, and the panel's own.

import * as z from 'zod'
import { backupEngines, backupPlace, backupRetention } from './backups.ts'

const storage = {
  place: backupPlace,
  /** Empty where the place has none. */
  secret: z.string().max(16_384),
  /** As it was printed. */
  recovery_key: z.string().max(1_000),
}

/** `panel`: what the panel has stored of itself. */
const recovered = z.enum(['servers', 'panel'])

export const recoveryCommand = z.discriminatedUnion('command', [
  /** The host key of an SFTP server, so that a person can compare it. */
  z.object({
    command: z.literal('host-key'),
    host: z.string().min(1),
    port: z.int().min(1).max(65_535),
  }),
  z.object({
    command: z.literal('list'),
    of: recovered,
    ...storage,
    /** Name or beginning of its uuid; null: all. */
    server: z.string().max(1_000).nullable(),
  }),
  z.object({
    command: z.literal('restore'),
    of: recovered,
    ...storage,
    /** As above; null: the only one that is there. */
    server: z.string().min(1).max(1_000).nullable(),
    /** The beginning of its id; null: the newest. */
    backup: z.string().max(128).nullable(),
    /** An absolute path: an empty folder, or none yet. */
    into: z.string().min(1),
  }),
  /** Backs a panel up, and forgets what retention no longer wants. */
  z.object({
    command: z.literal('keep-panel'),
    ...storage,
    installation: z.uuid(),
    /** Its name, for whoever looks for it. */
    name: z.string(),
    /** An absolute path: the folder with everything that is to be stored. */
    files: z.string().min(1),
    retention: backupRetention,
    /** Also gives back the room of what was forgotten, and reads a part of what is stored. */
    with_upkeep: z.boolean(),
  }),
])
export type RecoveryCommand = z.output<typeof recoveryCommand>

const recoverableBackup = z.object({
  id: z.string(),
  engine: z.enum(backupEngines),
  taken_at_ms: z.number(),
  kind: z.string(),
  note: z.string(),
  files: z.number(),
  bytes: z.number(),
})
export type RecoverableBackup = z.output<typeof recoverableBackup>

/** Or a panel: the id of its installation, and its address. */
const recoverableServer = z.object({
  uuid: z.string(),
  /** Empty where no backup tells it. */
  name: z.string(),
  /** Oldest first. */
  backups: z.array(recoverableBackup),
  /** Why some or all of its backups cannot be read; empty when all is well. */
  problem: z.string(),
})
export type RecoverableServer = z.output<typeof recoverableServer>

/** One line each; the last one is none of `step` and `progress`. */
export const recoveryAnswer = z.discriminatedUnion('answer', [
  /** What begins now, in a sentence. */
  z.object({ answer: z.literal('step'), text: z.string() }),
  z.object({
    answer: z.literal('progress'),
    bytes_done: z.number(),
    bytes_total: z.number().nullable(),
  }),
  z.object({ answer: z.literal('host-key'), host_key: z.string() }),
  z.object({ answer: z.literal('servers'), servers: z.array(recoverableServer) }),
  z.object({
    answer: z.literal('restored'),
    server: z.object({ uuid: z.string(), name: z.string() }),
    backup: recoverableBackup,
    into: z.string(),
    files: z.number(),
    bytes: z.number(),
    /** What was left out, and why. */
    dropped: z.array(z.string()),
  }),
  z.object({
    answer: z.literal('kept'),
    id: z.string(),
    files: z.number(),
    bytes: z.number(),
    bytes_added: z.number(),
    /** That are there now. */
    backups: z.number(),
  }),
  /** What happened, why, and what to do; nothing was changed. */
  z.object({ answer: z.literal('problem'), text: z.string(), details: z.string() }),
])
export type RecoveryAnswer = z.output<typeof recoveryAnswer>
