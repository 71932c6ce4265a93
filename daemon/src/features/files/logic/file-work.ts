// What serves a file request on the node: the files it works on, its disk limit, and how it speaks to the panel.

import type { FileRequestOf, FileVerb } from '@rookery/contracts/daemon/file-request.ts'
import type { ConfinedRoot } from '../../../platform/confined-files.ts'

/** The files of one game server, open for one request. */
export interface ServerFiles {
  gameServerId: number
  uuid: string
  /** What is made here belongs to the game's own user. */
  root: ConfinedRoot
  quota: DiskQuota
  /** By the template; told to everybody, also to those who may open it all the same. */
  isProtected: (path: string) => boolean
}

/** The limit of one game server, the same for everybody who writes into its folder. */
export interface DiskQuota {
  /** Room for one piece of work: one upload, one copy, one archive, one open file of SFTP. */
  reserve(place?: ReservedPlace): Reservation
  /** Something was deleted or made smaller: the next one who finds no room has the folder counted again. */
  hasShrunk(): void
  /** Bytes and files in the folder right now, and the limit. */
  usage(): Promise<DiskUsage>
}

export interface DiskUsage {
  usedBytes: number
  files: number
  limitBytes: number | null
}

/** `inside`: written into the game server's folder, where a count finds it. `beside`: kept elsewhere until the end. */
export type ReservedPlace = 'inside' | 'beside'

export interface Reservation {
  /**
   * Takes room for bytes that are about to be written; throws ConfinedFileError `no_space` when the limit would be
   * passed. What was taken before must be on the disk by the time of the next call: one writer, one reservation.
   */
  take(bytes: number): Promise<void>
  /** All is written and goes to its place now, where a count may miss it on its way. */
  moves(): void
  /**
   * The work is over, whether it stayed or was removed again; may be called twice. Until the folder is counted again
   * its bytes stay counted, so nobody else gets the room too early.
   */
  release(): void
}

/** One request's line to the panel. */
export interface FileTalk {
  /** One FileAnswer. */
  answer(json: object): Promise<void>
  /** FileBytes; as slow as the panel reads. The bytes may be overwritten when it resolves. */
  send(bytes: Uint8Array): Promise<void>
  /**
   * FileBytes of the panel until its FileEnd. Throws when the panel leaves before that: whoever writes then undoes it.
   * Must be asked for before the answer that makes the panel send. Bytes are good until the next are asked for.
   */
  incoming(): AsyncIterable<Uint8Array>
  /** Aborts when the panel leaves. */
  readonly signal: AbortSignal
}

/** Throws ConfinedFileError, or LinkRefusal with a code of contracts/src/errors.ts. */
export type FileWork<Verb extends FileVerb> = (
  serverFiles: ServerFiles,
  request: FileRequestOf<Verb>,
  talk: FileTalk,
) => Promise<void>

export type FileWorks<Verbs extends FileVerb = FileVerb> = { [Verb in Verbs]: FileWork<Verb> }
