// What is known of one file on its way to a game server, and the rules of the queue it stands in.

import type { UploadRefusal } from './upload-refusal.ts'

export type UploadState =
  | { kind: 'queued' }
  | { kind: 'checking'; bytes: number }
  | { kind: 'sending'; bytes: number; bytesPerSecond: number | null }
  /** The connection or the node is away; it goes on by itself. */
  | { kind: 'waiting'; bytes: number; because: 'connection' | 'node' }
  /** The name is taken, and nobody has said yet what to do. */
  | { kind: 'taken' }
  | { kind: 'skipped' }
  | { kind: 'canceled' }
  | { kind: 'done' }
  | { kind: 'refused'; refusal: UploadRefusal }

export type UploadKind = UploadState['kind']

/** What a person wants when a name is taken; asked once for all files that were chosen together. */
export type WhenTaken = 'replace' | 'keep' | 'skip'

export interface Upload {
  id: number
  batchId: number
  gameServerId: number
  /** Where it goes, relative to the folder of the game server. */
  path: string
  sizeBytes: number
  /** 0: under its own name; 2: as `name (2)`. */
  copyNumber: number
  mayReplace: boolean
  /** By its size; null: it has not been looked at yet. */
  way: 'upload' | 'transfer' | null
  state: UploadState
}

const working = new Set<UploadKind>(['checking', 'sending', 'waiting'])
const ended = new Set<UploadKind>(['done', 'skipped', 'canceled', 'refused'])

export const isWorking = ({ state }: Upload) => working.has(state.kind)
export const isEnded = ({ state }: Upload) => ended.has(state.kind)
/** Closing the page would lose it. */
export const isUnfinished = (upload: Upload) => !isEnded(upload)

/** Those that may begin now, in the order in which they were chosen. */
export function nextToBegin(uploads: readonly Upload[], atOnce: number): Upload[] {
  const free = atOnce - uploads.filter(isWorking).length
  return uploads
    .filter(({ state, way }) => state.kind === 'queued' && way !== null)
    .slice(0, Math.max(0, free))
}

/** `maps/dust.txt` becomes `maps/dust (2).txt`; what begins with a dot has no ending. */
export function numberedPath(path: string, copyNumber: number): string {
  if (copyNumber < 2) return path
  const nameAt = path.lastIndexOf('/') + 1
  const name = path.slice(nameAt)
  const ending = /(?<!^)(\.tar)?\.[^.]+$/.exec(name)?.[0] ?? ''
  return `${path.slice(0, nameAt)}${name.slice(0, name.length - ending.length)} (${copyNumber})${ending}`
}

const mostCopies = 100

/** What becomes of an upload whose name is taken, by what the person has said about its batch. */
export function whenTaken(upload: Upload, answer: WhenTaken | undefined): Upload {
  if (answer === undefined) return { ...upload, state: { kind: 'taken' } }
  if (answer === 'skip') return { ...upload, state: { kind: 'skipped' } }
  if (answer === 'replace') return { ...upload, mayReplace: true, state: { kind: 'queued' } }
  const copyNumber = Math.max(2, upload.copyNumber + 1)
  if (copyNumber > mostCopies) return { ...upload, state: { kind: 'refused', refusal: { kind: 'names' } } }
  return { ...upload, copyNumber, state: { kind: 'queued' } }
}

export const joinPath = (folder: string, name: string) => [folder, name].filter(Boolean).join('/')
export const nameOf = (path: string) => path.slice(path.lastIndexOf('/') + 1)
export const folderOf = (path: string) => path.slice(0, Math.max(0, path.lastIndexOf('/')))
