// The worker that reads and hashes files, one after the other, so that the page stays quick.

import type { HashAnswer, HashWish } from './hash-in-worker.ts'
import { sha256OfFile } from './sha256-of-file.ts'

let line = Promise.resolve()
const say = (answer: HashAnswer) => self.postMessage(answer)

async function hash({ id, file }: HashWish): Promise<void> {
  try {
    const sha256 = await sha256OfFile(file, bytes => say({ id, bytes }))
    say({ id, sha256 })
  } catch (error) {
    say({ id, problem: String(error) })
  }
}

self.addEventListener('message', ({ data }: MessageEvent<HashWish>) => {
  line = line.then(() => hash(data))
})
