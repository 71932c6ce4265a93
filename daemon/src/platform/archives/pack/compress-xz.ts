// Compresses a stream as xz, in a program of its own, as fast as the result is read.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ArchiveProblem } from '../archive-problem.ts'
import type { SevenZipDeps } from '../seven-zip.ts'
import type { SevenZipOrder } from '../seven-zip-program.ts'

const problemChars = 400

/** A fault of the source comes out at the end; the program has ended when this has. */
export async function* compressXz(
  source: AsyncIterable<Uint8Array>,
  { sevenZipFile, uid }: SevenZipDeps,
): AsyncGenerator<Buffer> {
  const order: SevenZipOrder = { work: 'compress', uid }
  const child = spawn(process.execPath, [sevenZipFile, JSON.stringify(order)], {
    cwd: '/',
    env: {},
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  const ended = once(child, 'exit') as Promise<[number | null]>
  ended.catch(() => {})
  child.stdin.on('error', () => {})
  let problem = ''
  child.stderr.on('data', (text: Buffer) => {
    problem = (problem + text.toString()).slice(0, problemChars)
  })
  const fed = pipeline(Readable.from(source, { objectMode: false }), child.stdin).catch(
    (error: unknown) => error,
  )
  try {
    for await (const chunk of child.stdout) yield chunk as Buffer
    const [code] = await ended
    const failure = await fed
    const isOurs = failure instanceof Error && (failure as NodeJS.ErrnoException).code !== 'EPIPE'
    if (isOurs) throw failure
    if (code !== 0) throw new ArchiveProblem(`it cannot be compressed: ${problem || '7-Zip has ended'}`)
  } finally {
    child.kill('SIGKILL')
    child.stdin.destroy()
    await Promise.allSettled([ended, fed])
  }
}
