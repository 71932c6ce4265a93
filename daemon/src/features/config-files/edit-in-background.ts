// Edits a config file without keeping the daemon from its other work: what is not done at once is done in a thread.

import { Worker } from 'node:worker_threads'
import {
  type EditedFile,
  type EditOrder,
  editWithinLimits,
  leftAlone,
  tookTooLong,
} from './edit-within-limits.ts'

/** Files of games usually have a few kilobytes: a thread would take longer than the edit. */
const smallBytes = 64 * 1024
const atOnceMs = 50
/** Generous, because a node may be busy, and nobody waits but the game that starts. */
const usualLimitMs = 20_000
/** A thread gives up by itself, unless it cannot even begin. */
const beginningMs = 30_000
/** Of the tree of a large file, many times its size. */
const threadLimits = { maxOldGenerationSizeMb: 512 }

/** Bundled, it lies beside the daemon. */
const workerFile = new URL(
  import.meta.filename.endsWith('.ts') ? './edit-worker.ts' : './config-editor.mjs',
  import.meta.url,
)

/** One thread at a time: games that start together must not take the whole machine for it. */
let last: Promise<unknown> = Promise.resolve()

export async function editInBackground(
  bytes: Buffer,
  file: EditOrder['file'],
  limitMs = usualLimitMs,
): Promise<EditedFile> {
  if (bytes.length <= smallBytes) {
    const edited = editWithinLimits(bytes, file, atOnceMs)
    if (edited.warnings[0] !== tookTooLong) return edited
  }
  const edited = last.then(() => editInThread({ bytes, file, limitMs }))
  last = edited
  return edited
}

/** Never rejects: a file that cannot be edited is left alone. */
function editInThread(order: EditOrder): Promise<EditedFile> {
  const { promise, resolve } = Promise.withResolvers<EditedFile>()
  const worker = new Worker(workerFile, {
    workerData: order,
    env: {},
    argv: [],
    execArgv: [],
    resourceLimits: threadLimits,
  })
  const timer = setTimeout(() => {
    resolve({ bytes: null, warnings: [tookTooLong] })
    void worker.terminate()
  }, beginningMs + order.limitMs)
  worker.on('message', ({ bytes, warnings }: { bytes: Uint8Array | null; warnings: string[] }) =>
    resolve({ bytes: bytes && Buffer.from(bytes), warnings }),
  )
  worker.on('error', () => resolve(leftAlone('it could not be read')))
  worker.on('exit', () => {
    clearTimeout(timer)
    resolve(leftAlone('it could not be read'))
  })
  return promise
}
