// The queue of uploads: it lives as long as the page, so that walking through the panel does not disturb it.

import {
  createFolder,
  readUploadRules,
  type UploadRules,
  uploadLimitBytes,
} from '@rookery/contracts/http/files.ts'
import type { PickedFiles } from '../../../parts/picked-files/picked-files.ts'
import { api } from '../../../platform/api-client.ts'
import { ApiError } from '../../../platform/api-error.ts'
import { arriving } from '../../../platform/lazy-loading.ts'
import { loginSession } from '../../../platform/login-session.ts'
import { guessedBytes } from './logic/content-guess.ts'
import { bytesPerSecond, type SpeedSample, withSample } from './logic/sending-speed.ts'
import {
  isEnded,
  isUnfinished,
  joinPath,
  nextToBegin,
  numberedPath,
  type Upload,
  type UploadState,
  type WhenTaken,
  whenTaken,
} from './logic/upload.ts'
import { refusalOf, refusedBeforeSending, type UploadRefusal } from './logic/upload-refusal.ts'
import { uploadPresence } from './upload-presence.ts'

const atOnce = 3
const notifyEveryMs = 150

const listeners = new Set<() => void>()
const files = new Map<number, File>()
const running = new Map<number, AbortController>()
const answers = new Map<number, WhenTaken>()
let uploads: readonly Upload[] = []
let lastId = 0
let lastBatchId = 0
let isTelling = false

/** Bytes leave far more often than anybody can read; the page hears of them a few times a second. */
function notify(): void {
  if (isTelling) return
  isTelling = true
  setTimeout(() => {
    isTelling = false
    for (const listener of listeners) listener()
  }, notifyEveryMs)
}

const warnBeforeClosing = (event: BeforeUnloadEvent) => event.preventDefault()

function change(next: readonly Upload[]): void {
  uploads = next
  uploadPresence.set(uploads.length > 0)
  if (uploads.some(isUnfinished)) window.addEventListener('beforeunload', warnBeforeClosing)
  else window.removeEventListener('beforeunload', warnBeforeClosing)
  notify()
}

const replace = (id: number, changed: (upload: Upload) => Upload) =>
  change(uploads.map(upload => (upload.id === id ? changed(upload) : upload)))
const setState = (id: number, state: UploadState) => replace(id, upload => ({ ...upload, state }))

/** Dropped ones are gone from the list: whatever still arrives of them is not heard. */
const isHeard = (id: number, abort: AbortController) => running.get(id) === abort

function outcome(upload: Upload, error: unknown): Upload {
  const refuse = (state: UploadState) => ({ ...upload, state })
  if (!(error instanceof ApiError)) return refuse({ kind: 'refused', refusal: { kind: 'unreadable' } })
  const refusal = refusalOf(error)
  if (error.status === 409 && refusal.kind !== 'transfersOff' && !upload.mayReplace) {
    return whenTaken(upload, answers.get(upload.batchId))
  }
  return refuse({ kind: 'refused', refusal })
}

/** Files whose first bytes are read at once. */
const inspectedAtOnce = 64

/** Null: the node finds out while it reads the whole file, and so does a file that cannot be read. */
async function refusalBefore(file: File, rules: UploadRules): Promise<UploadRefusal | null> {
  const head = await file.slice(0, guessedBytes).arrayBuffer()
  return refusedBeforeSending(file.size, new Uint8Array(head), rules)
}

/** What becomes of one that was looked at, unless somebody has canceled it meanwhile. */
function inspected(upload: Upload, refusal: UploadRefusal | null | undefined): Upload {
  if (refusal === undefined || upload.way !== null || upload.state.kind !== 'queued') return upload
  return {
    ...upload,
    way: upload.sizeBytes > uploadLimitBytes ? 'transfer' : 'upload',
    state: refusal ? { kind: 'refused', refusal } : upload.state,
  }
}

/** Nothing of these is sent before all were looked at. Where the rules cannot be read, the node alone decides. */
async function inspect(gameServerId: number, ids: readonly number[]): Promise<void> {
  const params = { server: String(gameServerId) }
  const rules = await api(readUploadRules, { params }).catch(() => null)
  const refusals = new Map<number, UploadRefusal | null>()
  const inspect = async (id: number) => {
    const file = files.get(id)
    refusals.set(id, file && rules ? await refusalBefore(file, rules).catch(() => null) : null)
  }
  for (let at = 0; at < ids.length; at += inspectedAtOnce) {
    await Promise.all(ids.slice(at, at + inspectedAtOnce).map(inspect))
  }
  change(uploads.map(upload => inspected(upload, refusals.get(upload.id))))
  beginNext()
}

async function run(upload: Upload, file: File): Promise<void> {
  const { id } = upload
  const abort = new AbortController()
  running.set(id, abort)
  let samples: SpeedSample[] = []
  let bytes = 0
  const show = (state: UploadState) => isHeard(id, abort) && setState(id, state)
  show({ kind: 'checking', bytes: 0 })
  try {
    const { sendFile } = await arriving(() => import('./sending/send-file.ts'))
    const path = numberedPath(upload.path, upload.copyNumber)
    const events = {
      onChecking: (checked: number) => show({ kind: 'checking', bytes: checked }),
      onSending(sent: number) {
        bytes = sent
        samples = withSample(samples, { atMs: performance.now(), bytes })
        show({ kind: 'sending', bytes, bytesPerSecond: bytesPerSecond(samples) })
      },
      onWaiting: (because: 'connection' | 'node') => show({ kind: 'waiting', bytes, because }),
    }
    await sendFile(
      {
        file,
        path,
        gameServerId: upload.gameServerId,
        mayReplace: upload.mayReplace,
        isTransfer: upload.way === 'transfer',
      },
      events,
      abort.signal,
    )
    show({ kind: 'done' })
    files.delete(id)
  } catch (error) {
    if (isHeard(id, abort)) replace(id, known => outcome(known, error))
  }
  if (isHeard(id, abort)) running.delete(id)
  beginNext()
}

function beginNext(): void {
  for (const upload of nextToBegin(uploads, atOnce)) {
    const file = files.get(upload.id)
    if (file) void run(upload, file)
  }
}

/** Folders without files in them; that one is there already is as good. */
async function createFolders(gameServerId: number, paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    await api(createFolder, { params: { server: String(gameServerId) }, body: { path } }).catch(
      () => undefined,
    )
  }
  notify()
}

function stop(id: number, state: UploadState): void {
  running.get(id)?.abort()
  running.delete(id)
  setState(id, state)
}

function newUpload(gameServerId: number, batchId: number, path: string, file: File): Upload {
  lastId += 1
  files.set(lastId, file)
  return {
    id: lastId,
    batchId,
    gameServerId,
    path,
    sizeBytes: file.size,
    copyNumber: 0,
    mayReplace: false,
    way: null,
    state: { kind: 'queued' },
  }
}

export const uploadQueue = {
  current: (): readonly Upload[] => uploads,

  /** All files that were chosen together, into one folder. */
  add(gameServerId: number, folder: string, picked: PickedFiles): void {
    lastBatchId += 1
    const batchId = lastBatchId
    const isIdle = uploads.every(isEnded)
    // A new beginning clears away what went well before; what was refused stays until somebody has seen to it.
    const retained = isIdle ? uploads.filter(({ state }) => state.kind === 'refused') : uploads
    const added = picked.files.map(({ path, file }) =>
      newUpload(gameServerId, batchId, joinPath(folder, path), file),
    )
    change([...retained, ...added])
    void inspect(
      gameServerId,
      added.map(({ id }) => id),
    )
    void createFolders(
      gameServerId,
      picked.emptyFolders.map(path => joinPath(folder, path)),
    )
  },

  cancel(id: number): void {
    stop(id, { kind: 'canceled' })
    beginNext()
  },

  cancelAll(): void {
    for (const { id } of uploads.filter(isUnfinished)) stop(id, { kind: 'canceled' })
  },

  /** As if they had just been chosen: what is accepted may have changed. */
  retry(ids: readonly number[]): void {
    const wanted = new Set(ids)
    const again = uploads.filter(({ id }) => wanted.has(id))
    change(
      uploads.map(upload =>
        wanted.has(upload.id) ? { ...upload, way: null, state: { kind: 'queued' } } : upload,
      ),
    )
    for (const [gameServerId, ofServer] of Map.groupBy(again, upload => upload.gameServerId)) {
      void inspect(
        gameServerId,
        ofServer.map(({ id }) => id),
      )
    }
  },

  /** For all files of the batch whose names are taken, now and later. */
  answer(batchId: number, answer: WhenTaken): void {
    answers.set(batchId, answer)
    change(
      uploads.map(upload =>
        upload.batchId === batchId && upload.state.kind === 'taken' ? whenTaken(upload, answer) : upload,
      ),
    )
    beginNext()
  },

  /** Takes away all that is over. */
  clear(): void {
    for (const { id } of uploads.filter(isEnded)) files.delete(id)
    change(uploads.filter(isUnfinished))
  },

  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}

/** The next person at this browser sees nothing of it. */
loginSession.subscribe(() => {
  if (loginSession.sessionToken() !== null || uploads.length === 0) return
  for (const abort of running.values()) abort.abort()
  running.clear()
  files.clear()
  answers.clear()
  change([])
})
