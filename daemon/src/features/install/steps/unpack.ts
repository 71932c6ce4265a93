// Unpacks an archive that lies in the game server's folder, whatever kind of archive it is.

import { join } from 'node:path'
import { unpackLimits } from '../../../platform/archives/logic/unpack-limits.ts'
import { ArchiveTarget } from '../../../platform/archives/unpack/archive-target.ts'
import { unpackArchive } from '../../../platform/archives/unpack/unpack-archive.ts'
import type { Step, StepDeps } from '../step-deps.ts'

/** A game may be large; it comes from where its template says. */
const entryLimit = 1_000_000

export async function unpack(step: Step<'unpack'>, deps: StepDeps): Promise<void> {
  const { root, workFolder, owner } = deps.context
  const { canceled, progress, sevenZipFile } = deps
  const { handle, entry } = await root.openFile(step.from)
  try {
    const target = new ArchiveTarget({
      root,
      to: step.to,
      strip: step.strip,
      limits: unpackLimits(await root.freeBytes(), entryLimit),
      archiveBytes: entry.sizeBytes,
      canceled,
    })
    const uid = owner?.uid ?? null
    await unpackArchive({ path: step.from, handle, bytes: entry.sizeBytes }, target, {
      scratchFolder: join(workFolder, 'scratch'),
      ...{ sevenZipFile, uid, canceled, progress },
    })
    deps.say(`${target.done.entries} entries unpacked`)
  } finally {
    await handle.close()
  }
  if (!step.keep_archive) await root.remove(step.from)
}
