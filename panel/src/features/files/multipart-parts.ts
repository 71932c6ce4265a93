// The files of a multipart body, one after the other as they come; no more than a few kilobytes are ever held.

import { PanelError } from '../../platform/panel-error.ts'
import { partHeadOf } from './logic/multipart-headers.ts'

export interface FilePart {
  fileName: string
  /** To be read before the next part is asked for; what is left is skipped. */
  content: AsyncIterable<Buffer>
}

interface PartLimits {
  files: number
  /** Of the header lines of one part, and of what stands before the first and after the last. */
  headBytes: number
  /** Of a part that nobody reads. */
  skippedBytes: number
}

const headEnd = Buffer.from('\r\n\r\n')
const lastMark = '--'

/** The last file ends only when the whole body is here: what is cut off never looks complete. */
export async function* readFileParts(
  body: AsyncIterable<Buffer>,
  boundary: string,
  limits: PartLimits,
): AsyncGenerator<FilePart> {
  const bytes = createHeldBytes(body)
  const delimiter = Buffer.from(`\r\n--${boundary}`)
  await bytes.readUntil(delimiter, limits.headBytes)
  for (let count = 0; ; count += 1) {
    if (await isLast(bytes, limits)) return
    if (count === limits.files) {
      throw new PanelError('too_large', { message: `send at most ${limits.files} files at once` })
    }
    const head = partHeadOf(decodeHead(await bytes.readUntil(headEnd, limits.headBytes)))
    if ('problem' in head) throw malformed(head.problem)
    const pieces = partContent(bytes, delimiter, limits)
    // Without `return`: whoever stops reading leaves the rest to be skipped.
    const content = { [Symbol.asyncIterator]: () => ({ next: () => pieces.next() }) }
    yield { fileName: head.fileName, content }
    await skip(content, limits)
  }
}

/** After a boundary: either the end of everything, or the lines of the next part. */
async function isLast(bytes: HeldBytes, { headBytes }: PartLimits): Promise<boolean> {
  const mark = await bytes.peek(2)
  if (mark === lastMark) {
    await bytes.readToEnd(headBytes)
    return true
  }
  if (mark !== '\r\n') throw malformed('something stands behind a boundary')
  return false
}

async function* partContent(bytes: HeldBytes, delimiter: Buffer, limits: PartLimits): AsyncGenerator<Buffer> {
  for (;;) {
    const piece = await bytes.pieceBefore(delimiter)
    if (piece === null) break
    yield piece
  }
  if ((await bytes.peek(2)) === lastMark) await bytes.readToEnd(limits.headBytes)
}

async function skip(content: AsyncIterable<Buffer>, { skippedBytes }: PartLimits): Promise<void> {
  let skipped = 0
  for await (const piece of content) {
    skipped += piece.length
    if (skipped > skippedBytes) throw new PanelError('too_large', { headers: { connection: 'close' } })
  }
}

type HeldBytes = ReturnType<typeof createHeldBytes>

function createHeldBytes(body: AsyncIterable<Buffer>) {
  const pieces = body[Symbol.asyncIterator]()
  // The first boundary may stand at the very beginning, where no line has ended yet.
  let held: Buffer = Buffer.from('\r\n')
  let isAtEnd = false

  async function more(): Promise<void> {
    const { value, done } = await pieces.next()
    if (done) {
      isAtEnd = true
      throw malformed('the body ends in the middle of a part')
    }
    held = held.length === 0 ? value : Buffer.concat([held, value])
  }

  return {
    /** What stands before `mark`, which is taken too. */
    async readUntil(mark: Buffer, limitBytes: number): Promise<Buffer> {
      for (;;) {
        const at = held.indexOf(mark)
        if (at > limitBytes || (at === -1 && held.length > limitBytes + mark.length)) {
          throw new PanelError('too_large', { message: 'the header of a part is too long' })
        }
        if (at !== -1) {
          const before = held.subarray(0, at)
          held = held.subarray(at + mark.length)
          return before
        }
        await more()
      }
    },
    /** The next bytes before `mark`; null when it is reached, and then it is taken. */
    async pieceBefore(mark: Buffer): Promise<Buffer | null> {
      for (;;) {
        const at = held.indexOf(mark)
        if (at === 0) {
          held = held.subarray(mark.length)
          return null
        }
        // Without a mark the last bytes may be its beginning.
        const ready = at === -1 ? held.length - beginningAtEnd(held, mark) : at
        if (ready > 0) {
          const piece = held.subarray(0, ready)
          held = held.subarray(ready)
          return piece
        }
        await more()
      }
    },
    async peek(count: number): Promise<string> {
      while (held.length < count) await more()
      return held.toString('latin1', 0, count)
    },
    async readToEnd(limitBytes: number): Promise<void> {
      let rest = held.length
      while (!isAtEnd && rest <= limitBytes) {
        const { value, done } = await pieces.next()
        isAtEnd = done === true
        rest += value?.length ?? 0
      }
      if (rest > limitBytes) throw malformed('much stands behind the last boundary')
    },
  }
}

/** How many of the last bytes a mark may begin with. Most pieces have none, and go on as they came. */
function beginningAtEnd(bytes: Buffer, mark: Buffer): number {
  const first = mark[0] as number
  const from = Math.max(0, bytes.length - mark.length + 1)
  for (let at = bytes.indexOf(first, from); at !== -1; at = bytes.indexOf(first, at + 1)) {
    const rest = bytes.length - at
    if (bytes.compare(mark, 0, rest, at) === 0) return rest
  }
  return 0
}

function decodeHead(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw malformed('the header of a part is not UTF-8')
  }
}

function malformed(problem: string): PanelError {
  return new PanelError('malformed_request', { message: `the multipart body cannot be read: ${problem}` })
}
