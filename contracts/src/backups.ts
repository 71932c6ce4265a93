// Backups of game servers: where they are stored, how long, and what is known of each. Decision 46.

import * as z from 'zod'

export const backupStorageKinds = ['folder', 's3', 'sftp', 'rest'] as const
export type BackupStorageKind = (typeof backupStorageKinds)[number]

export const backupPlaceText = z
  .string()
  .trim()
  .max(1_024)
  .regex(/^\P{Cc}*$/u, 'must not contain control characters')
const required = backupPlaceText.min(1, 'must not be empty')
const webAddress = required.regex(
  /^https?:\/\/[^\s/?#]+/,
  'must begin with http:// or https:// and name a host',
)

/** Without its secret: the S3 secret access key, the private key of SFTP, the password of a REST server. */
export const backupPlace = z.discriminatedUnion('kind', [
  /** On each node itself. */
  z.object({ kind: z.literal('folder'), path: required.startsWith('/', 'must begin with /') }),
  z.object({
    kind: z.literal('s3'),
    endpoint: webAddress,
    bucket: required.min(3, 'must be at least 3 characters'),
    prefix: backupPlaceText.default(''),
    region: backupPlaceText.default('us-east-1'),
    access_key_id: required,
  }),
  z.object({
    kind: z.literal('sftp'),
    host: required,
    port: z.int().min(1).max(65_535).default(22),
    user: required,
    path: required,
    /** As in a known_hosts file, without the host: type, blank, base64. */
    host_key: required.regex(/^[\w@.-]+ [A-Za-z0-9+/=]+$/, 'must be a type and a key, as in known_hosts'),
  }),
  /** The REST server of restic. With `--private-repos` a user reaches only what is below its own name. */
  z.object({ kind: z.literal('rest'), url: webAddress, user: backupPlaceText.default('') }),
])
export type BackupPlace = z.output<typeof backupPlace>

const keep = (most: number) => z.int().min(0).max(most)

/** The newest of so many hours, days, weeks and months stay; all zero: everything does. */
export const backupRetention = z.object({
  last: keep(1_000).default(7),
  hourly: keep(1_000).default(0),
  daily: keep(1_000).default(7),
  weekly: keep(520).default(4),
  monthly: keep(120).default(6),
})
export type BackupRetention = z.output<typeof backupRetention>

/** Null: no limit of its own. A backup that would exceed one is refused unless retention makes room first. */
export const backupLimits = z.object({
  count: z.int().min(1).max(10_000).nullable().default(null),
  bytes: z.int().min(1).nullable().default(null),
})
export type BackupLimits = z.output<typeof backupLimits>

/** `safety`: taken by itself before something risky, with an expiry of its own. */
export const backupKinds = ['manual', 'scheduled', 'safety'] as const
export type BackupKind = (typeof backupKinds)[number]

export const riskyActions = ['update', 'reinstall', 'template', 'extract', 'restore', 'delete'] as const
export type RiskyAction = (typeof riskyActions)[number]

/** Changes after which a game that does not become ready can go back. */
export const revertibleActions = ['update', 'reinstall', 'template'] as const satisfies RiskyAction[]

/** How the files stood while they were read: by the game's own flush, paused, not running, or as they happened to be. */
export const backupConsistencies = ['flushed', 'paused', 'stopped', 'live'] as const

/** `archive`: whole copies in a folder of the node, where there is no restic. */
export const backupEngines = ['restic', 'archive'] as const
export type BackupEngineName = (typeof backupEngines)[number]

/** One backup, as its node knows it. */
export const nodeBackup = z.object({
  /** Of the engine; unique within the repository. Letters, digits and `_ . : -`; a report with another is refused. */
  snapshot: z.string().max(128),
  taken_at_ms: z.int(),
  kind: z.enum(backupKinds),
  /** Of `safety`: what came after it. */
  before: z.enum(riskyActions).nullable(),
  /** The task that took it; empty: a schedule or the node itself. */
  run_key: z.string(),
  files: z.int(),
  bytes: z.int(),
  /** What storing it took beyond what was there. */
  bytes_added: z.int(),
  consistency: z.enum(backupConsistencies),
  /** As it is stored with the backup. */
  note: z.string().max(1_000).optional(),
  /** What could not be read or changed while it was read; at most 20. */
  warnings: z.array(z.string().max(500)).max(20),
})
export type NodeBackup = z.output<typeof nodeBackup>

/** A check of stored data, or a restore into an empty folder. */
export const backupTrial = z.object({
  at_ms: z.int(),
  is_good: z.boolean(),
  /** What is wrong, in a sentence; empty when all is well. */
  message: z.string().max(1_000),
})

export type BackupTrial = z.output<typeof backupTrial>

/** All backups of one game server in one storage; replaces what the panel knew. */
export const repositoryReport = z.object({
  storage_id: z.int(),
  /** Counts up on the node; the first is its time in milliseconds, so that one that lost its store is still believed. */
  sequence: z.int(),
  engine: z.enum(backupEngines),
  /** False: the node has not read the list yet, so that `backups` may lack some and takes none away (L28). */
  is_listed: z.boolean().default(true),
  backups: z.array(nodeBackup).max(10_000),
  /** Null: not known yet. */
  stored_bytes: z.int().nullable(),
  last_check: backupTrial.nullable(),
  last_drill: backupTrial.nullable(),
  /** Why the last attempt to take or list backups failed; empty when it worked. */
  problem: z.string().max(1_000),
})
export type RepositoryReport = z.output<typeof repositoryReport>

/** What a game does so that its files agree with each other while they are read. Undone whatever happens. */
export const templateBackup = z.object({
  /** Typed into the console one after the other. */
  before: z.array(z.string().min(1)).max(10).default([]),
  /** `before` goes by RCON instead: its answer says that all is written. What is in `after` is typed all the same. */
  rcon: z.boolean().default(false),
  /** A line that says that all is written: text that it holds, or an expression written `/like this/`. */
  wait_for: z.string().min(1).optional(),
  wait_ms: z.int().min(1_000).max(600_000).default(60_000),
  /** Typed when the files were read, also after a failure or a restart of the node. */
  after: z.array(z.string().min(1)).max(10).default([]),
  /** Stops the game for as long as its files are read, where no command makes them agree. */
  pause: z.boolean().default(false),
  /** In the manner of gitignore, relative to the game server's folder. */
  exclude: z.array(z.string().min(1)).max(100).default([]),
  /** What would be excluded otherwise. */
  include: z.array(z.string().min(1)).max(100).default([]),
})
export type TemplateBackup = z.output<typeof templateBackup>

/** What lies in every backup beside the files: enough to build the game server again without the panel. */
export const backupManifest = z.object({
  version: z.literal(1),
  uuid: z.uuid(),
  name: z.string(),
  taken_at_ms: z.int(),
  kind: z.enum(backupKinds),
  before: z.enum(riskyActions).nullable(),
  consistency: z.enum(backupConsistencies),
  /** A game server definition without what belongs to backups, with no password and no other secret. */
  definition: z.record(z.string(), z.unknown()),
})
export type BackupManifest = z.output<typeof backupManifest>
