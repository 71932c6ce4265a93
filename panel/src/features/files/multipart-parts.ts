// The files of a multipart body, one after the other as they come; no more than a piece of the body is ever held.

import { setImmediate } from 'node:timers/promises'
import { Dicer } from '@fastify/busboy'
import { PanelError } from '../../platform/panel-error.ts'
import { type PartHeaders, partHeadOf } from './logic/multipart-headers.ts'

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

/** The last file ends only when the whole body is here: what is cut off never looks complete. */
export async function* readFileParts(
  body: AsyncIterable<Buffer>,
  boundary: string,
  limits: PartLimits,
): AsyncGenerator<FilePart> {
  const parts = createPartReader(body, boundary, limits.headBytes)
  for (let count = -1; ; count += 1) {
    const part = await parts.next()
    if (part === null) return
    if (count === limits.files) {
      throw new PanelError('too_large', { message: `send at most ${limits.files} files at once` })
    }
    const pieces = parts.content(part)
    // Without `return`: whoever stops reading leaves the rest to be skipped.
    const content = { [Symbol.asyncIterator]: () => ({ next: () => pieces.next() }) }
    if (count === -1) {
      await skip(content, limits.headBytes, headTooLong())
      continue
    }
    const head = partHeadOf(await parts.headers(part))
    if ('problem' in head) throw malformed(head.problem)
    yield { fileName: head.fileName, content }
    await skip(
      content,
      limits.skippedBytes,
      new PanelError('too_large', { headers: { connection: 'close' } }),
    )
  }
}

async function skip(content: AsyncIterable<Buffer>, limitBytes: number, refusal: PanelError): Promise<void> {
  let skipped = 0
  for await (const piece of content) {
    skipped += piece.length
    if (skipped > limitBytes) throw refusal
  }
}

interface ArrivedPart {
  stream: Dicer.PartStream
  headers: PartHeaders | null
}

/** The parser gets a piece of the body when all that it found in the last one is read. */
function createPartReader(body: AsyncIterable<Buffer>, boundary: string, headBytes: number) {
  const pieces = body[Symbol.asyncIterator]()
  /** Not yet asked for. The first has no headers: it is what stands before the first boundary. */
  const arrived: ArrivedPart[] = []
  let isComplete = false
  let trailerBytes = 0
  const add = (stream: Dicer.PartStream) => {
    const part: ArrivedPart = { stream, headers: null }
    stream.on('header', headers => {
      part.headers = headers as PartHeaders
    })
    arrived.push(part)
  }
  // With a limit to what a part holds, the parser would stop within a piece.
  const config = { boundary, maxHeaderSize: headBytes, partHwm: Number.MAX_SAFE_INTEGER }
  const parser = new Dicer(config)
    .on('preamble', add)
    .on('part', add)
    .on('trailer', trailer => {
      trailerBytes = trailer.length
    })
    .on('finish', () => {
      isComplete = true
    })

  async function feed(): Promise<number> {
    const { value, done } = await pieces.next()
    if (done) throw malformed('the body ends in the middle of a part')
    parser.write(value)
    return value.length
  }

  async function readToEnd(): Promise<void> {
    for (let rest = trailerBytes; rest <= headBytes; ) {
      const { value, done } = await pieces.next()
      if (done) return
      rest += value.length
    }
    throw malformed('much stands behind the last boundary')
  }

  return {
    async next(): Promise<ArrivedPart | null> {
      while (arrived.length === 0 && !isComplete) await feed()
      return arrived.shift() ?? null
    },
    async headers(part: ArrivedPart): Promise<PartHeaders> {
      for (let bytes = 0; part.headers === null; bytes += await feed()) {
        if (arrived.length > 0) throw malformed('a header of a part cannot be read')
        if (bytes > headBytes) throw headTooLong()
      }
      // The parser cuts what is longer; a line has at most four more bytes than its name and value.
      const lines = Object.entries(part.headers).flatMap(([name, values]) =>
        values.map(value => name + value),
      )
      if (lines.join('____').length + 4 >= headBytes) throw headTooLong()
      return part.headers
    },
    async *content({ stream }: ArrivedPart): AsyncGenerator<Buffer> {
      for (;;) {
        const piece: Buffer | null = stream.read()
        if (piece !== null) {
          yield piece
          continue
        }
        // The parser reports the end of everything on the tick after the last part was read.
        await setImmediate()
        if (arrived.length > 0) return
        if (isComplete) return await readToEnd()
        await feed()
      }
    },
  }
}

function headTooLong(): PanelError {
  return new PanelError('too_large', { message: 'the header of a part is too long' })
}

function malformed(problem: string): PanelError {
  return new PanelError('malformed_request', { message: `the multipart body cannot be read: ${problem}` })
}
