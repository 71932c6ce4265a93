// Sends files and folders to the panel as one archive, for a download; nothing of it is kept on the node.

import { collectItems } from '../../platform/archives/pack/collect-items.ts'
import { packStream } from '../../platform/archives/pack/pack-archive.ts'
import type { FileWork } from '../files/logic/file-work.ts'
import { selectPaths } from './select-paths.ts'

/**
 * What cannot be read is left out. A file that grows is cut where it ended, one that becomes shorter is filled up where
 * the format has told its length already: the archive is whole in any case.
 */
export const packFiles: FileWork<'pack'> = async ({ root }, { paths, format }, talk) => {
  const selection = await selectPaths(root, paths)
  const { signal } = talk
  const items = collectItems(root, selection, { signal, note: () => {}, onBytes: () => {} })
  for await (const bytes of packStream(format, items)) {
    signal.throwIfAborted()
    await talk.send(bytes)
  }
}
