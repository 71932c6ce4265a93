// Packs files and folders of a game server into an archive in its folder, which appears only when it is whole.

import type { archivePayload } from '@rookery/contracts/daemon/file-request.ts'
import type * as z from 'zod'
import { ArchiveProblem } from '../../platform/archives/archive-problem.ts'
import { collectItems, measureItems } from '../../platform/archives/pack/collect-items.ts'
import { packArchive } from '../../platform/archives/pack/pack-archive.ts'
import { ConfinedFileError } from '../../platform/confined-files/confined-file-error.ts'
import type { ConfinedRoot } from '../../platform/confined-files.ts'
import { formatBytes, formatProgress } from '../../platform/logic/format-bytes.ts'
import type { Reservation, ServerFiles } from '../files/logic/file-work.ts'
import { type ArchiveWork, requirePath, selectPaths } from './archive-work.ts'
import { onStage } from './stage.ts'

const noteLimit = 100

export async function createArchive(
  { root, quota }: Pick<ServerFiles, 'root' | 'quota'>,
  { paths, format, target }: Omit<z.output<typeof archivePayload>, 'by_administrator'>,
  { canceled, progress, say, entryLimit, ...options }: ArchiveWork,
): Promise<void> {
  requirePath(target)
  if (target === '') throw new ArchiveProblem('an archive needs a name')
  await requireFree(root, target)
  const selection = await selectPaths(root, paths)
  const total = await measureItems(root, selection, canceled)
  const notes = limitedNotes(say)
  let done = 0
  const items = collectItems(root, selection, {
    signal: canceled,
    note: notes.note,
    onBytes: bytes => {
      done += bytes
      progress(total.bytes === 0 ? 1 : done / total.bytes, `${formatProgress(done, total.bytes)} packed`)
    },
  })
  const room = quota.reserve()
  try {
    await onStage(root, async stage => {
      const place = `${stage.folder}/${target}`
      const parent = place.slice(0, place.lastIndexOf('/'))
      await root.mkdir(parent, { mayExist: true })
      const bytes = packArchive(format, items, options)
      const sizeBytes = await root.writeFileAtomic(place, within(room, bytes, canceled))
      canceled.throwIfAborted()
      await stage.publish({ mustBeNew: true })
      notes.end()
      if (total.items > entryLimit) say(`it has more than ${entryLimit} entries: it cannot be extracted here`)
      say(`${target} holds ${total.items} files and folders in ${formatBytes(sizeBytes)}`)
    })
  } finally {
    room.release()
  }
}

interface LimitedNotes {
  note: (message: string) => void
  /** Tells how many more there were. */
  end: () => void
}

/** Says what was left out, and not more of it than anybody reads. */
function limitedNotes(say: (message: string) => void): LimitedNotes {
  let count = 0
  return {
    note(message) {
      count += 1
      if (count <= noteLimit) say(message)
    },
    end() {
      if (count > noteLimit) say(`… and ${count - noteLimit} more of that`)
    },
  }
}

async function requireFree(root: ConfinedRoot, target: string): Promise<void> {
  const found = await root.stat(target).catch((error: unknown) => {
    if (error instanceof ConfinedFileError && error.code === 'not_found') return null
    throw error
  })
  if (found !== null) {
    throw new ArchiveProblem(`${target} is there already: choose another name, or delete it first`)
  }
}

async function* within(
  room: Reservation,
  bytes: AsyncIterable<Uint8Array>,
  canceled: AbortSignal,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of bytes) {
    canceled.throwIfAborted()
    await room.take(chunk.length)
    yield chunk
  }
  room.moves()
}
