// Serves the requests of one SFTP channel, one after the other in the order of their arrival.

import type { Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import type { Attributes, SFTPWrapper } from 'ssh2'
import type { Entry } from '../../platform/confined-files/entry.ts'
import type { Log } from '../../platform/log.ts'
import { createOrderedWork } from '../../platform/panel-link/ordered-work.ts'
import { attributesOf, longNameOf } from './logic/entry-attributes.ts'
import { displayPath } from './logic/sftp-path.ts'
import { sftpStatus } from './logic/sftp-status.ts'
import type { SessionFiles } from './session-files.ts'
import type { SessionRights } from './session-rights.ts'
import { refusalOf } from './sftp-refusal.ts'
import { createWriteBatches } from './write-batches.ts'

interface ServedChannel {
  channel: SFTPWrapper
  socket: Socket
  files: SessionFiles
  rights: SessionRights
  /** The client has done something. */
  active: () => void
  log: Log
  nowMs: () => number
}

interface Request {
  /** Several when they were put together. */
  ids: readonly number[]
  perform: () => Promise<void>
}

/** Requests that wait, of which each may carry half a MiB: beyond this the client is not listened to. */
const waitingLimit = 32
/** Answers that the client has not taken yet: beyond this nothing more is done for it. */
const unsentLimitBytes = 2 * 1024 * 1024
const unsentLimitAnswers = 64
const pollMs = 10
const namesPerAnswer = 100

/** Stops by itself when the socket is gone. */
export function serveRequests(served: ServedChannel): void {
  const { channel, socket, rights, log } = served
  async function perform({ ids, perform: work }: Request): Promise<void> {
    await untilTaken(channel, socket)
    if (socket.destroyed) return
    try {
      await rights.require()
      served.active()
      await work()
    } catch (error) {
      const refusal = refusalOf(error)
      if (!refusal) log.error({ err: error }, 'a request of SFTP failed')
      const { status, message } = refusal ?? {
        status: sftpStatus.failure,
        message: 'the daemon could not do this: its log says why',
      }
      for (const id of ids) channel.status(id, status, message)
    }
  }
  const queue = createOrderedWork<Request>({
    waitingLimit,
    work: perform,
    hold: held => void (held ? socket.pause() : socket.resume()),
    failed: error => {
      log.error({ err: error }, 'an SFTP session failed')
      socket.destroy()
    },
  })
  socket.once('close', () => queue.stop())
  const { write, closeBatch } = createWriteBatches(async ({ ids, handle, offset, parts }) => {
    await served.files.write(handle, offset, Buffer.concat(parts))
    for (const id of ids) channel.status(id, sftpStatus.ok)
  }, queue.push)
  const ask: AskFor = (id, work) => {
    closeBatch()
    queue.push({ ids: [id], perform: work })
  }
  channel.on('WRITE', write)
  serveNames(served, ask)
  serveHandles(served, ask)
}

type AskFor = (id: number, work: () => Promise<void>) => void

function serveNames({ channel, files, nowMs }: ServedChannel, ask: AskFor): void {
  const done = (id: number, work: () => Promise<void>) =>
    ask(id, async () => {
      await work()
      channel.status(id, sftpStatus.ok)
    })
  const report = (id: number, path: string) =>
    ask(id, async () => channel.attrs(id, attributesOf(await files.stat(path))))
  channel.on('REALPATH', (id, path) =>
    ask(id, async () => channel.name(id, [nameOf(folderNamed(displayPath(path)), nowMs())])),
  )
  channel.on('STAT', report)
  channel.on('LSTAT', report)
  channel.on('SETSTAT', (id, path, wanted) => done(id, () => files.setAttributes(path, wanted)))
  channel.on('REMOVE', (id, path) => done(id, () => files.remove(path)))
  channel.on('MKDIR', (id, path) => done(id, () => files.createFolder(path)))
  channel.on('RMDIR', (id, path) => done(id, () => files.removeFolder(path)))
  channel.on('RENAME', (id, from, to) => done(id, () => files.rename(from, to)))
  // The library gives the new name first, whatever order the client has sent.
  channel.on('SYMLINK', (id, path, target) => done(id, () => files.createLink(path, target)))
  channel.on('READLINK', (id, path) =>
    ask(id, async () => channel.name(id, [nameOf(folderNamed(await files.readLink(path)), nowMs())])),
  )
}

function serveHandles({ channel, files, nowMs }: ServedChannel, ask: AskFor): void {
  channel.on('OPEN', (id, path, flags, attributes) =>
    ask(id, async () => channel.handle(id, await files.open(path, flags, attributes))),
  )
  channel.on('READ', (id, handle, offset, length) =>
    ask(id, async () => {
      const bytes = await files.read(handle, offset, length)
      if (bytes === null) channel.status(id, sftpStatus.endOfFile)
      else channel.data(id, bytes)
    }),
  )
  channel.on('FSTAT', (id, handle) =>
    ask(id, async () => channel.attrs(id, attributesOf(await files.statHandle(handle)))),
  )
  channel.on('FSETSTAT', (id, handle, wanted) =>
    ask(id, async () => {
      await files.setAttributesOfHandle(handle, wanted)
      channel.status(id, sftpStatus.ok)
    }),
  )
  channel.on('CLOSE', (id, handle) =>
    ask(id, async () => {
      await files.close(handle)
      channel.status(id, sftpStatus.ok)
    }),
  )
  channel.on('OPENDIR', (id, path) => ask(id, async () => channel.handle(id, await files.openFolder(path))))
  channel.on('READDIR', (id, handle) =>
    ask(id, async () => {
      const entries = await files.folder(handle).next(namesPerAnswer)
      const formattedAtMs = nowMs()
      if (entries.length === 0) channel.status(id, sftpStatus.endOfFile)
      else
        channel.name(
          id,
          entries.map(entry => nameOf(entry, formattedAtMs)),
        )
    }),
  )
}

function nameOf(entry: Entry, nowMs: number): { filename: string; longname: string; attrs: Attributes } {
  return { filename: entry.name, longname: longNameOf(entry, nowMs), attrs: attributesOf(entry) }
}

/** Where a name alone is told, clients look at nothing else. */
function folderNamed(name: string): Entry {
  return { name, type: 'directory', sizeBytes: 0, mode: 0o750, modifiedAtMs: 0 }
}

async function untilTaken(channel: SFTPWrapper, socket: Socket): Promise<void> {
  const isFull = () =>
    socket.writableLength > unsentLimitBytes || unsentAnswersOf(channel) > unsentLimitAnswers
  while (!socket.destroyed && isFull()) await delay(pollMs)
}

/**
 * How many answers wait for room in the client's window. The one place that reaches into ssh2: it holds them without a
 * limit and without a word.
 */
export function unsentAnswersOf(channel: SFTPWrapper): number {
  return (channel as unknown as { _buffer: unknown[] })._buffer.length
}
