// Restores an archive, or some of it, into a fresh folder: through confined-files, whatever the archive says.

import { mkdir, rm } from 'node:fs/promises'
import { type OpenedRoot, openRoot } from '../../confined-files.ts'
import type { BackupProgress, RestoredBackup, RestoreRequest } from '../backup-engine.ts'
import { sanitizeRestored } from '../sanitize-restored.ts'
import type { Description } from './archive-files.ts'
import type { TarEntry } from './read-tar.ts'

/** `missing` makes the error for a path that is not in it. */
export async function restoreArchive(
  entries: AsyncGenerator<TarEntry>,
  described: Description,
  request: RestoreRequest,
  { signal, missing }: { signal: AbortSignal; missing: () => Error },
): Promise<RestoredBackup> {
  const { into, paths, onProgress } = request
  await mkdir(into, { mode: 0o700 })
  const root = await openRoot(into)
  try {
    const progress: BackupProgress = {
      ...{ filesDone: 0, filesTotal: paths ? null : described.files },
      ...{ bytesDone: 0, bytesTotal: paths ? null : described.bytes },
    }
    const unseen = new Set(paths)
    const links: TarEntry[] = []
    const folders: TarEntry[] = []
    for await (const entry of entries) {
      signal.throwIfAborted()
      const asked = paths?.find(path => entry.path === path || entry.path.startsWith(`${path}/`))
      if (paths !== undefined && asked === undefined) continue
      unseen.delete(asked ?? '')
      if (entry.type === 'directory') {
        await root.mkdir(entry.path, { mayExist: true })
        folders.push(entry)
      } else if (entry.type === 'link') links.push(entry)
      else {
        progress.bytesDone += await restoreFile(root, entry, signal)
        progress.filesDone += 1
        onProgress?.({ ...progress })
      }
    }
    if (unseen.size > 0) throw missing()
    // Last: nothing is ever written through one of them.
    for (const { path, target } of links)
      await createParent(root, path).then(() => root.placeLink(path, target))
    for (const { path, mode, modifiedAtMs } of folders.toReversed()) {
      await root.chmod(path, mode)
      await root.setTimes(path, { accessedAtMs: modifiedAtMs, modifiedAtMs })
    }
    const { filesDone: files, bytesDone: bytes } = progress
    return { files, bytes, dropped: await sanitizeRestored(into, request.owner ?? null) }
  } catch (error) {
    await rm(into, { recursive: true, force: true })
    throw error
  } finally {
    await root.close()
  }
}

/** What is nothing but zeros stays a hole. */
async function restoreFile(root: OpenedRoot, entry: TarEntry, signal: AbortSignal): Promise<number> {
  const { path, mode, modifiedAtMs, sizeBytes } = entry
  await createParent(root, path)
  const file = await root.openReplacement(path, { mode, mustBeNew: true, mayBeLost: true })
  try {
    let position = 0
    for await (const chunk of entry.content) {
      signal.throwIfAborted()
      if (!chunk.every(byte => byte === 0)) await file.handle.write(chunk, 0, chunk.length, position)
      position += chunk.length
    }
    await file.handle.truncate(position)
  } catch (error) {
    await file.discard()
    throw error
  }
  await file.publish()
  await root.setTimes(path, { accessedAtMs: modifiedAtMs, modifiedAtMs })
  return sizeBytes
}

async function createParent(root: OpenedRoot, path: string): Promise<void> {
  const parent = path.split('/').slice(0, -1).join('/')
  if (parent !== '') await root.mkdir(parent, { mayExist: true })
}
