// Many uploads in one line, and in the order in which a person wants to see them.

import { isEnded, type Upload, type UploadKind } from './upload.ts'
import { isRefusedByRule, type RuleRefusal } from './upload-refusal.ts'

export interface RefusedUpload {
  upload: Upload
  refusal: RuleRefusal
}

export interface UploadSummary {
  total: number
  done: number
  refused: number
  taken: number
  /** All that has begun waits for the connection or the node. */
  isWaiting: boolean
  /** Neither done nor given up. */
  left: number
  /** Of the bytes that are to be sent, from 0 to 1. */
  fraction: number
  bytesPerSecond: number
  /** Null while it cannot be told. */
  secondsLeft: number | null
}

/** A file without bytes is work as well. */
const weight = ({ sizeBytes }: Upload) => sizeBytes + 1024

const sentBytes = ({ state, sizeBytes }: Upload) => {
  if (state.kind === 'done') return sizeBytes
  return state.kind === 'sending' || state.kind === 'waiting' ? state.bytes : 0
}

export function summaryOf(uploads: readonly Upload[]): UploadSummary {
  const count = (kind: UploadKind) => uploads.filter(({ state }) => state.kind === kind).length
  const wanted = uploads.filter(upload => !isEnded(upload) || upload.state.kind === 'done')
  const whole = wanted.reduce((sum, upload) => sum + weight(upload), 0)
  const through = wanted.reduce(
    (sum, upload) => sum + (upload.state.kind === 'done' ? weight(upload) : sentBytes(upload)),
    0,
  )
  const missing = wanted.reduce((sum, upload) => sum + upload.sizeBytes - sentBytes(upload), 0)
  const bytesPerSecond = uploads.reduce(
    (sum, { state }) => sum + (state.kind === 'sending' ? (state.bytesPerSecond ?? 0) : 0),
    0,
  )
  return {
    total: uploads.length,
    done: count('done'),
    refused: count('refused'),
    taken: count('taken'),
    isWaiting: count('waiting') > 0 && count('sending') + count('checking') === 0,
    left: uploads.filter(upload => !isEnded(upload)).length,
    fraction: whole === 0 ? 1 : through / whole,
    bytesPerSecond,
    secondsLeft: bytesPerSecond > 0 ? Math.ceil(missing / bytesPerSecond) : null,
  }
}

/** What needs the person first, then what moves, then what waits its turn, then what is over. */
const ranks: Record<UploadKind, number> = {
  refused: 0,
  taken: 1,
  waiting: 2,
  sending: 2,
  checking: 2,
  queued: 3,
  done: 4,
  skipped: 5,
  canceled: 5,
}

/** Those that one row stands for, in the order in which they were chosen. */
export const refusedByRule = (uploads: readonly Upload[]): RefusedUpload[] =>
  uploads.flatMap(upload =>
    upload.state.kind === 'refused' && isRefusedByRule(upload.state.refusal)
      ? [{ upload, refusal: upload.state.refusal }]
      : [],
  )

export function visibleFirst(uploads: readonly Upload[], atMost: number): Upload[] {
  return uploads
    .filter(({ state }) => state.kind !== 'refused' || !isRefusedByRule(state.refusal))
    .toSorted((one, other) => ranks[one.state.kind] - ranks[other.state.kind] || one.id - other.id)
    .slice(0, atMost)
}
