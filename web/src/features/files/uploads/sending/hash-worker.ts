// The worker that reads and hashes files, one after the other, so that the page stays quick.

import type { HashAnswer, HashRequest } from './hash-in-worker.ts'
import { sha256OfFile } from './sha256-of-file.ts'

let line = Promise.resolve()
const say = (answer: HashAnswer) => self.postMessage(answer)

async function hash({ id, file }: HashRequest): Promise<void> {
  try {
    const sha256 = await sha256OfFile(file, bytes => say({ id, bytes }))
    say({ id, sha256 })
  } catch (error) {
    say({ id, problem: String(error) })
  }
}

self.addEventListener('message', ({ data }: MessageEvent<HashRequest>) => {
  line = line.then(() => hash(data))
})
