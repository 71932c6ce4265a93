// Hands files to the hashing worker; where the policy of the page allows none, the page hashes them itself in slices.

export interface HashRequest {
  id: number
  file: Blob
}

export type HashAnswer =
  | { id: number; bytes: number }
  | { id: number; sha256: string }
  | { id: number; problem: string }

interface Asked {
  file: Blob
  onProgress: (bytes: number) => void
  resolve: (sha256: string) => void
  reject: (error: Error) => void
}

/** The file changed or vanished after it was chosen. */
export class UnreadableFile extends Error {
  override readonly name = 'UnreadableFile'
}

const asked = new Map<number, Asked>()
let worker: Worker | null = null
let hasNoWorker = false
let lastId = 0

async function hashHere({ file, onProgress, resolve, reject }: Asked): Promise<void> {
  try {
    const { sha256OfFile } = await import('./sha256-of-file.ts')
    resolve(await sha256OfFile(file, onProgress))
  } catch (error) {
    reject(new UnreadableFile('the file could not be read', { cause: error }))
  }
}

function hear({ data }: MessageEvent<HashAnswer>): void {
  const one = asked.get(data.id)
  if (!one) return
  if ('bytes' in data) {
    one.onProgress(data.bytes)
    return
  }
  asked.delete(data.id)
  if ('sha256' in data) one.resolve(data.sha256)
  else one.reject(new UnreadableFile(data.problem))
}

/** Whatever was asked of the worker is done without it. */
function giveUpWorker(): void {
  hasNoWorker = true
  worker?.terminate()
  worker = null
  const left = [...asked.values()]
  asked.clear()
  for (const one of left) void hashHere(one)
}

function workerAtHand(): Worker | null {
  if (worker || hasNoWorker) return worker
  try {
    worker = new Worker(new URL('./hash-worker.ts', import.meta.url), { type: 'module' })
    worker.addEventListener('message', hear)
    worker.addEventListener('error', giveUpWorker)
  } catch {
    hasNoWorker = true
  }
  return worker
}

export function hashFile(file: Blob, onProgress: (bytes: number) => void): Promise<string> {
  return new Promise((resolve, reject) => {
    const one = { file, onProgress, resolve, reject }
    const at = workerAtHand()
    if (!at) {
      void hashHere(one)
      return
    }
    lastId += 1
    asked.set(lastId, one)
    at.postMessage({ id: lastId, file } satisfies HashRequest)
  })
}
