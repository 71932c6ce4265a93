// A name on the disk, as the panel hears of it.

import type { NodeFileEntry } from '@rookery/contracts/daemon/file-request.ts'
import type { Entry } from '../../../platform/confined-files/entry.ts'

export function nodeEntryOf(
  { name, type, sizeBytes, mode, modifiedAtMs }: Entry,
  isProtected: boolean,
): NodeFileEntry {
  return {
    name,
    type,
    size_bytes: sizeBytes,
    mode,
    modified_at_ms: modifiedAtMs,
    is_protected: isProtected,
  }
}
