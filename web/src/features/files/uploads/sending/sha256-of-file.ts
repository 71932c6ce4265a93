// The SHA-256 of a file, read in slices: memory stays small, and whoever runs it gets a breath between two slices.

import { createSHA256 } from 'hash-wasm'

const sliceBytes = 4 * 1024 * 1024

export async function sha256OfFile(file: Blob, onProgress: (bytes: number) => void): Promise<string> {
  const hash = await createSHA256()
  for (let at = 0; at < file.size; at += sliceBytes) {
    const slice = file.slice(at, at + sliceBytes)
    hash.update(new Uint8Array(await slice.arrayBuffer()))
    onProgress(Math.min(file.size, at + sliceBytes))
  }
  return hash.digest('hex')
}
