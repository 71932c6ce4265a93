// File requests to a daemon in this process, over a transfer that carries what the wire would carry.

import type { FileRequest } from '@rookery/contracts/daemon/file-request.ts'
import type { TransferFromDaemon } from '@rookery/contracts/daemon/generated/link.ts'
import { expect } from 'vitest'
import type { App } from '../../src/app.ts'
import type { IncomingBody, OutgoingTransfer } from '../../src/platform/panel-link/outgoing-transfer.ts'

export interface FileAnswers {
  answers: Record<string, unknown>[]
  bytes: Buffer
}

export interface FileAsk {
  /** Everything up to the end; rejects with the refusal. */
  ended: Promise<FileAnswers>
  /** What came so far. */
  soFar: { answers: Record<string, unknown>[]; byteCount: number }
  /** Resolves when the daemon has taken all that was sent before. */
  send(bytes: Buffer): Promise<void>
  sentAll(): void
  /** The panel leaves. */
  leave(): void
}

interface AskOptions {
  /** Bytes are counted and thrown away. */
  dropBytes?: boolean
  byAdministrator?: boolean
}

export function openFileAsk(
  app: App,
  gameServerId: number,
  request: FileRequest | string,
  { dropBytes = false, byAdministrator = false }: AskOptions = {},
): FileAsk {
  const over = new AbortController()
  const waiting: IncomingBody[] = []
  let wakeReader = () => {}
  let wakeSender = () => {}
  over.signal.addEventListener('abort', () => {
    wakeReader()
    wakeSender()
  })
  async function* incoming(): AsyncGenerator<IncomingBody> {
    while (!over.signal.aborted) {
      const body = waiting.shift()
      wakeSender()
      if (body) yield body
      else
        await new Promise<void>(resolve => {
          wakeReader = resolve
          if (over.signal.aborted || waiting.length > 0) resolve()
        })
    }
  }
  const soFar: FileAsk['soFar'] = { answers: [], byteCount: 0 }
  const chunks: Buffer[] = []
  const transfer: OutgoingTransfer = {
    signal: over.signal,
    incoming,
    async write(body: NonNullable<TransferFromDaemon['body']>) {
      over.signal.throwIfAborted()
      if (body.$case === 'fileAnswer') soFar.answers.push(JSON.parse(body.value.json))
    },
    async writeBytes(bytes) {
      over.signal.throwIfAborted()
      soFar.byteCount += bytes.length
      if (!dropBytes) chunks.push(Buffer.from(bytes))
      await new Promise(resolve => setImmediate(resolve))
    },
  }
  const json = typeof request === 'string' ? request : JSON.stringify(request)
  const work = app.hooks.transfer(
    { $case: 'fileWork', value: { gameServerId, request: json, byBytesLine: false, byAdministrator } },
    transfer,
  )
  const ended = Promise.resolve(work).then(
    () => ({ answers: soFar.answers, bytes: Buffer.concat(chunks) }),
    (error: unknown) => {
      over.abort()
      throw error
    },
  )
  ended.catch(() => {})
  return {
    ended,
    soFar,
    async send(bytes) {
      waiting.push({ $case: 'fileBytes', value: { bytes } })
      wakeReader()
      while (waiting.length > 0 && !over.signal.aborted)
        await new Promise<void>(resolve => {
          wakeSender = resolve
        })
    },
    sentAll() {
      waiting.push({ $case: 'fileEnd', value: {} })
      wakeReader()
    },
    leave: () => over.abort(),
  }
}

/** Bytes and their end are sent whether the daemon wants them or not. */
export async function askForFiles(
  app: App,
  gameServerId: number,
  request: FileRequest | string,
  content: Iterable<Buffer> = [],
  options: AskOptions = {},
): Promise<FileAnswers> {
  const ask = openFileAsk(app, gameServerId, request, options)
  for (const chunk of content) await ask.send(chunk)
  ask.sentAll()
  return ask.ended
}

export function writeRequest(path: string, change: Partial<Extract<FileRequest, { verb: 'write' }>> = {}) {
  return {
    verb: 'write' as const,
    path,
    expect: { what: 'anything' as const },
    limit_bytes: 100_000_000,
    upload: null,
    sha256: null,
    make_folders: false,
    ...change,
  }
}

export const refusedWith = (code: string) => expect.objectContaining({ name: 'LinkRefusal', code })
