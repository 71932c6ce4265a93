// The port for backups: taken, listed, read, restored and removed the same way, whoever stores them and wherever.

import type { Readable } from 'node:stream'

export type BackupEngineName = 'restic' | 'archive'

/** Where repositories are. It holds secrets: it never goes into a log, an argument or an environment. */
export type BackupStorage = FolderStorage | S3Storage | SftpStorage | RestStorage

export interface FolderStorage {
  kind: 'folder'
  /** Absolute, on this machine. */
  path: string
}

export interface S3Storage {
  kind: 's3'
  /** Such as `https://s3.example.com`; `http://` is possible. */
  endpoint: string
  bucket: string
  /** In the bucket; '' for its top. */
  prefix: string
  region: string
  accessKey: string
  secretKey: string
}

export interface SftpStorage {
  kind: 'sftp'
  host: string
  port: number
  user: string
  /** Absolute, on that machine. */
  path: string
  /** As OpenSSH writes it, without a passphrase. */
  privateKey: string
  /** Type and key in base64, such as `ssh-ed25519 AAAA…`: no other machine is spoken to. */
  hostKey: string
}

/** A server of restic's own protocol. */
export interface RestStorage {
  kind: 'rest'
  /** Such as `https://backups.example.com:8000/node7`. */
  url: string
  user: string
  password: string
}

export type BackupStorageKind = BackupStorage['kind']

export interface RepositoryPlace {
  storage: BackupStorage
  /** The name of its folder in the storage, of the letters `a-z`, digits and dashes. */
  name: string
  /** One line; an engine that does not encrypt ignores it. */
  password: string
}

export interface BackupEngine {
  readonly name: BackupEngineName
  readonly storageKinds: readonly BackupStorageKind[]
  readonly isEncrypting: boolean
  /** Of the program that does the work; throws `engine_missing` and `engine_too_old`. */
  version(): Promise<string>
  /** Touches nothing: what is wrong shows as soon as it is used. All that use one repository wait for each other where they must. */
  repository(place: RepositoryPlace): BackupRepository
  /** Writes, reads and deletes something there, within 20 seconds. */
  testStorage(storage: BackupStorage, signal?: AbortSignal): Promise<void>
  /** Ends what runs; what is asked afterwards is refused. */
  close(): Promise<void>
}

/** Every path is relative to the top of a backup, with / between names: `files/world/level.dat`; '' is the top. */
export interface BackupRepository {
  /** Opens it, or creates it where there is none. Says whether it is new. */
  create(signal?: AbortSignal): Promise<{ isNew: boolean }>
  /** From now on a second password opens it too. */
  addPassword(password: string, signal?: AbortSignal): Promise<void>
  take(request: BackupRequest): Promise<TakenBackup>
  /** Oldest first. */
  list(signal?: AbortSignal): Promise<StoredBackup[]>
  /** What is in one folder of a backup, by name. */
  browse(id: string, folder: string, options?: BrowseOptions): Promise<BackupPage>
  /** Names that contain this text, whatever their case, below a folder. */
  search(id: string, text: string, options?: SearchOptions): Promise<BackupPage>
  /** One file from its beginning to its end; a fault after the beginning destroys the stream with a BackupError. */
  readFile(id: string, path: string, signal?: AbortSignal): Promise<{ entry: BackupEntry; stream: Readable }>
  /** A folder with all that is below it. */
  readFolderAsZip(id: string, path: string, signal?: AbortSignal): Promise<Readable>
  /** What is different in the second one, below `files`; files with the same size and time of change count as equal. */
  compare(id: string, other: Comparand, options?: CompareOptions): Promise<BackupComparison>
  restore(request: RestoreRequest): Promise<RestoredBackup>
  /** They are gone at once; the room they took is free after `prune`. An id that is not there is passed over. */
  forget(ids: readonly string[], signal?: AbortSignal): Promise<void>
  /** Frees what no backup needs any longer. Nothing else runs meanwhile. */
  prune(signal?: AbortSignal): Promise<void>
  /** Reads the n-th of N parts of all data, from 1. Damage is a result, not an error. */
  verify(part: { n: number; of: number }, signal?: AbortSignal): Promise<Verification>
  /** What it takes in the storage. */
  sizeBytes(signal?: AbortSignal): Promise<number>
  /** With everything in it; one that is not there is removed already. */
  remove(signal?: AbortSignal): Promise<void>
}

export interface BackupRequest {
  /** Absolute paths on this machine. They appear as `files/` and `databases/`. */
  sources: { files: string; databases?: string | undefined }
  /** Appears as `manifest.json`. */
  manifest: string
  /**
   * Both in the manner of gitignore, relative to `files`. What is excluded is left out; of `include`, when there is
   * any, only what it names is taken, and its patterns begin at `files`, without `**`.
   */
  exclude?: readonly string[]
  include?: readonly string[]
  /** Its files are told from those of the backup before by size and time of change alone: it is a copy, or that was one. */
  isCopy?: boolean
  /** Found again in the list. Names of `a-z` and underscores; any text. */
  tags: Readonly<Record<string, string>>
  /** Of processor and disk. */
  priority?: 'normal' | 'low'
  /** Of what is sent to the storage. */
  limitBytesPerSecond?: number | undefined
  onProgress?: (progress: BackupProgress) => void
  signal?: AbortSignal | undefined
}

/** Totals grow while the folder is still being looked through; null where they are not known. */
export interface BackupProgress {
  filesDone: number
  filesTotal: number | null
  bytesDone: number
  bytesTotal: number | null
}

/** Something that is not in the backup, or not restored, though it should be. */
export interface BackupWarning {
  path: string
  reason: string
}

export interface TakenBackup {
  id: string
  files: number
  bytes: number
  /** What the storage has grown by. */
  bytesAdded: number
  /** The first hundred. */
  warnings: BackupWarning[]
  warningCount: number
}

export interface StoredBackup {
  id: string
  takenAtMs: number
  tags: Record<string, string>
  files: number
  bytes: number
  bytesAdded: number
}

export interface BackupEntry {
  path: string
  name: string
  type: 'file' | 'directory' | 'link' | 'other'
  sizeBytes: number
  modifiedAtMs: number
  /** Permission bits alone. */
  mode: number
}

export interface BackupPage {
  entries: BackupEntry[]
  /** There is more than the limit allows. */
  isCut: boolean
}

export interface BrowseOptions {
  /** 10,000 unless given. */
  limit?: number
  signal?: AbortSignal | undefined
}

export interface SearchOptions {
  folder?: string
  /** 500 unless given. */
  limit?: number
  signal?: AbortSignal | undefined
}

/** Another backup of the same repository, or a folder as it is now, without what backups of it leave out. */
export type Comparand = { id: string } | { folder: string; exclude?: readonly string[] }

export interface CompareOptions {
  /** Below `files`; '' for all of it. */
  path?: string
  /** 1,000 unless given. */
  limit?: number
  signal?: AbortSignal | undefined
}

export interface BackupDifference {
  path: string
  change: 'added' | 'changed' | 'removed'
  isFolder: boolean
}

export interface BackupComparison {
  differences: BackupDifference[]
  isCut: boolean
}

export interface RestoreRequest {
  id: string
  /** Such as `files`, or `files/world` and `manifest.json`; everything when left out. */
  paths?: readonly string[]
  /** An absolute path that is not there yet, in a folder of the daemon's own. It is gone again after a failure. */
  into: string
  /** Who owns everything below it; what the backup says when left out. The folder itself stays the daemon's. */
  owner?: { uid: number; gid: number } | undefined
  limitBytesPerSecond?: number | undefined
  onProgress?: (progress: BackupProgress) => void
  signal?: AbortSignal | undefined
}

export interface RestoredBackup {
  files: number
  bytes: number
  /** Devices, pipes and sockets that were left out, and programs that lost their set-user-id bit. */
  dropped: BackupWarning[]
}

export interface Verification {
  isSound: boolean
  /** A sentence for each kind of damage; the first hundred. */
  problems: string[]
}

export const backupProblems = [
  'unreachable',
  'wrong_password',
  'not_found',
  'no_space',
  'locked',
  'damaged',
  'denied',
  'canceled',
  'engine_missing',
  'engine_too_old',
  'invalid',
  'unknown',
] as const
export type BackupProblem = (typeof backupProblems)[number]

/** Its message says what happened, why, and what to do; no secret is in it. */
export class BackupError extends Error {
  readonly code: BackupProblem
  /** What the engine has said, for those who look closer. */
  readonly details: string

  constructor(code: BackupProblem, message: string, options: ErrorOptions & { details?: string } = {}) {
    super(message, options)
    this.name = 'BackupError'
    this.code = code
    this.details = options.details ?? ''
  }
}
