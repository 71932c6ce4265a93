// Packs a folder into an archive of its own: through confined-files, so that no link leads out of it.

import type { FileHandle } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { constants, createZstdCompress } from 'node:zlib'
import type { PackItem } from '../../archives/pack/pack-item.ts'
import { writeTar } from '../../archives/pack/write-tar.ts'
import { transformed } from '../../archives/transformed.ts'
import { readChunks } from '../../confined-files/read-chunks.ts'
import { type OpenedRoot, openRoot } from '../../confined-files.ts'
import type { BackupProgress, BackupRequest, BackupWarning, TakenBackup } from '../backup-engine.ts'
import { createSelection } from '../logic/selection.ts'
import type { ArchiveFiles } from './archive-files.ts'

const warningLimit = 100
const compressionLevel = 3

interface Taking {
  request: BackupRequest
  signal: AbortSignal
  progress: BackupProgress
  warnings: BackupWarning[]
  warningCount: number
}

export async function takeArchive(
  files: ArchiveFiles,
  request: BackupRequest,
  nowMs: number,
  signal: AbortSignal,
): Promise<TakenBackup> {
  const taking: Taking = {
    ...{ request, signal, warnings: [], warningCount: 0 },
    progress: { filesDone: 0, filesTotal: null, bytesDone: 0, bytesTotal: null },
  }
  await measure(taking)
  const id = files.newId()
  const compress = createZstdCompress({ params: { [constants.ZSTD_c_compressionLevel]: compressionLevel } })
  const packed = transformed(writeTar(itemsOf(taking)), compress)
  try {
    const { bytes, sha256 } = await files.writeArchive(id, packed, pacer(request.limitBytesPerSecond, signal))
    signal.throwIfAborted()
    const { filesDone, bytesDone } = taking.progress
    await files.describe(id, {
      ...{ version: 1, taken_at_ms: nowMs, tags: { ...request.tags }, files: filesDone, bytes: bytesDone },
      ...{ archive_bytes: bytes, archive_sha256: sha256, manifest: request.manifest },
    })
    const { warnings, warningCount } = taking
    return { id, files: filesDone, bytes: bytesDone, bytesAdded: bytes, warnings, warningCount }
  } catch (error) {
    await files.remove(id)
    throw error
  }
}

function sourcesOf({ sources, exclude = [], include = [] }: BackupRequest) {
  const none = () => false
  return [
    { name: 'files', folder: sources.files, isLeftOut: createSelection(exclude, include) },
    ...(sources.databases === undefined
      ? []
      : [{ name: 'databases', folder: sources.databases, isLeftOut: none }]),
  ]
}

async function measure({ request, progress, signal }: Taking): Promise<void> {
  let files = 0
  let bytes = 0
  for (const { folder, isLeftOut } of sourcesOf(request)) {
    await withRoot(folder, async root => {
      for await (const { type, sizeBytes } of root.walkInOrder('', { signal, isLeftOut })) {
        if (type !== 'file') continue
        files += 1
        bytes += sizeBytes
      }
    })
  }
  progress.filesTotal = files
  progress.bytesTotal = bytes
}

async function* itemsOf(taking: Taking): AsyncGenerator<PackItem> {
  const { request, progress } = taking
  for (const source of sourcesOf(request)) yield* itemsBelow(source, taking)
  const content = Buffer.from(request.manifest)
  yield {
    ...{ type: 'file', name: 'manifest.json', mode: 0o600, modifiedAtMs: 0, sizeBytes: content.length },
    content: chunkOf(content),
  }
  request.onProgress?.({ ...progress })
}

async function* chunkOf(content: Buffer): AsyncGenerator<Buffer> {
  yield content
}

async function* itemsBelow(
  { name: top, folder, isLeftOut }: ReturnType<typeof sourcesOf>[number],
  taking: Taking,
): AsyncGenerator<PackItem> {
  const { signal, progress, request } = taking
  const root = await openRoot(folder)
  try {
    const { mode, modifiedAtMs } = await root.stat('')
    yield { type: 'directory', name: top, mode, modifiedAtMs }
    for await (const entry of root.visit('', { signal, isLeftOut })) {
      const name = `${top}/${entry.path}`
      if (entry.type === 'passed_over') {
        warn(taking, name, entry.reason)
        continue
      }
      const facts = { name, mode: entry.mode, modifiedAtMs: entry.modifiedAtMs }
      if (entry.type === 'directory') yield { type: 'directory', ...facts }
      else if (entry.type === 'link') yield { type: 'link', ...facts, target: entry.target }
      else {
        yield { type: 'file', ...facts, sizeBytes: entry.sizeBytes, content: contentOf(entry, name, taking) }
        progress.filesDone += 1
        request.onProgress?.({ ...progress })
      }
    }
  } finally {
    await root.close()
  }
}

/** A file that grows meanwhile is cut where it ended when it was opened. */
async function* contentOf(
  { handle, sizeBytes }: { handle: FileHandle; sizeBytes: number },
  name: string,
  taking: Taking,
): AsyncGenerator<Buffer> {
  const { signal, progress, request } = taking
  let left = sizeBytes
  for await (const chunk of readChunks(handle)) {
    signal.throwIfAborted()
    const wanted = chunk.subarray(0, left)
    left -= wanted.length
    progress.bytesDone += wanted.length
    request.onProgress?.({ ...progress })
    yield wanted
    if (left === 0) return
  }
  if (left > 0) warn(taking, name, 'it has become shorter while it was read')
}

function warn(taking: Taking, path: string, reason: string): void {
  taking.warningCount += 1
  if (taking.warnings.length < warningLimit) taking.warnings.push({ path, reason })
}

async function withRoot(folder: string, work: (root: OpenedRoot) => Promise<void>): Promise<void> {
  const root = await openRoot(folder)
  try {
    await work(root)
  } finally {
    await root.close()
  }
}

/** Waits as long as what was written should have taken. */
function pacer(bytesPerSecond: number | undefined, signal: AbortSignal): (bytes: number) => Promise<void> {
  let dueMs = performance.now()
  return async bytes => {
    signal.throwIfAborted()
    if (bytesPerSecond === undefined) return
    dueMs = Math.max(dueMs, performance.now() - 1_000) + (bytes / bytesPerSecond) * 1_000
    const aheadMs = dueMs - performance.now()
    if (aheadMs > 0) await delay(aheadMs, undefined, { signal })
  }
}
