// How much is kept of all that a task says: lines up to a limit, and then once that there was more.

/** A schedule says the same day after day, and many of its runs are kept. */
export const outputLimitBytes = { task: 1024 * 1024, run: 64 * 1024 } as const
const endMessage = Buffer.from('… more was said than is kept\n')

/** What is written of a line after `end` bytes, and where the next one would begin; null when nothing more is kept. */
export function retain(end: number, line: string, limitBytes: number): { chunk: Buffer; end: number } | null {
  if (end >= limitBytes) return null
  const chunk = Buffer.from(`${line}\n`)
  return end + chunk.length + endMessage.length > limitBytes
    ? { chunk: endMessage, end: limitBytes }
    : { chunk, end: end + chunk.length }
}
