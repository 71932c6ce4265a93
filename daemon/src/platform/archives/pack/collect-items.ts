// Collects what goes into an archive from the folder of a game server.

import type { FileHandle } from 'node:fs/promises'
import type { ConfinedRoot } from '../../confined-files.ts'
import { ArchiveProblem } from '../archive-problem.ts'
import { nameInside, type PackSelection } from '../logic/pack-selection.ts'
import type { PackItem } from './pack-item.ts'

const chunkBytes = 256 * 1024
/** Every name is kept in memory until the archive's end. */
const itemLimit = 1_000_000

/** What an unfinished file or folder of the daemon is called: it is nobody's. */
const temporaryName = /(?:^|\/)\.rookery-[0-9a-f]+\.tmp(?:\/|$)/

export interface Collecting {
  signal: AbortSignal
  /** What is not in the archive as it was in the folder, in words. */
  note: (message: string) => void
  onBytes: (bytes: number) => void
}

export async function* collectItems(
  root: ConfinedRoot,
  selection: PackSelection,
  collecting: Collecting,
): AsyncGenerator<PackItem> {
  const { signal, note } = collecting
  let count = 0
  for (const path of selection.paths) {
    for await (const entry of root.visit(path, { signal, isLeftOut: isTemporary })) {
      const name = nameInside(selection, entry.path)
      const { type } = entry
      if (type === 'passed_over') {
        note(`${JSON.stringify(entry.path)} is left out: ${entry.reason}`)
        continue
      }
      count += 1
      if (count > itemLimit) {
        throw new ArchiveProblem(`there are more than ${itemLimit} files and folders: pack fewer of them`)
      }
      const { mode, modifiedAtMs } = entry
      if (type === 'directory') yield { type, name, mode, modifiedAtMs }
      else if (type === 'link') yield { type, name, mode, modifiedAtMs, target: entry.target }
      else {
        const { sizeBytes, handle } = entry
        const content = contentOf(handle, sizeBytes, collecting, () => note(shorter(entry.path)))
        yield { type, name, mode, modifiedAtMs, sizeBytes, content }
      }
    }
  }
}

/** How much that is, as it is now. */
export async function measureItems(
  root: ConfinedRoot,
  selection: PackSelection,
  signal: AbortSignal,
): Promise<{ items: number; bytes: number }> {
  const sum = { items: 0, bytes: 0 }
  for (const path of selection.paths) {
    for await (const entry of root.visit(path, { signal, isLeftOut: isTemporary })) {
      if (entry.type === 'passed_over') continue
      sum.items += 1
      if (entry.type === 'file') sum.bytes += entry.sizeBytes
    }
  }
  return sum
}

function isTemporary(path: string): boolean {
  return temporaryName.test(path)
}

function shorter(path: string): string {
  return `${JSON.stringify(path)} has become shorter while it was packed`
}

/** A file that grows meanwhile is cut where it ended when it was opened. */
async function* contentOf(
  handle: FileHandle,
  sizeBytes: number,
  { signal, onBytes }: Collecting,
  onShorter: () => void,
): AsyncGenerator<Buffer> {
  for (let position = 0; position < sizeBytes; ) {
    signal.throwIfAborted()
    const length = Math.min(chunkBytes, sizeBytes - position)
    const { buffer, bytesRead } = await handle.read(Buffer.allocUnsafe(length), 0, length, position)
    if (bytesRead === 0) return onShorter()
    position += bytesRead
    onBytes(bytesRead)
    yield buffer.subarray(0, bytesRead)
  }
}
