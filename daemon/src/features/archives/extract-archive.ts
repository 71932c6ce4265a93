// Unpacks an archive that lies in a game server's folder: all of it, or nothing changes.

import type { extractPayload } from '@rookery/contracts/daemon/file-request.ts'
import type * as z from 'zod'
import { formatEntries, unpackLimits } from '../../platform/archives/logic/unpack-limits.ts'
import { ArchiveTarget } from '../../platform/archives/unpack/archive-target.ts'
import { unpackArchive } from '../../platform/archives/unpack/unpack-archive.ts'
import type { ServerFiles } from '../files/logic/file-work.ts'
import { type ArchiveWork, requirePath } from './archive-work.ts'
import { onStage } from './stage.ts'

export async function extractArchive(
  { root, quota }: Pick<ServerFiles, 'root' | 'quota'>,
  { path, target: to }: Omit<z.output<typeof extractPayload>, 'by_administrator'>,
  { canceled, progress, say, entryLimit, ratioCountsFromBytes, ...options }: ArchiveWork,
): Promise<void> {
  requirePath(to)
  const { handle, entry } = await root.openFile(path)
  const room = quota.reserve()
  try {
    await onStage(root, async stage => {
      const target = new ArchiveTarget({
        root,
        to,
        stage: stage.folder,
        strip: 0,
        limits: unpackLimits(await root.freeBytes(), entryLimit, ratioCountsFromBytes),
        archiveBytes: entry.sizeBytes,
        take: bytes => room.take(bytes),
        canceled,
      })
      if (to !== '') await root.mkdir(`${stage.folder}/${to}`)
      await unpackArchive({ path, handle, bytes: entry.sizeBytes }, target, {
        ...options,
        canceled,
        progress,
      })
      canceled.throwIfAborted()
      progress(1, 'putting everything in its place')
      room.moves()
      await stage.publish({ mustBeNew: false })
      say(`${formatEntries(target.done.entries)} unpacked`)
    })
  } finally {
    room.release()
    quota.hasShrunk()
    await handle.close()
  }
}
